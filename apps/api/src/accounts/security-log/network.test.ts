import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:1234::', '2001:db8:7::/48'],
  ['::1', '::/48'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
