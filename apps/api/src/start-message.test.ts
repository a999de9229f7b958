import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { reachableUrls } from './reachable-urls.ts'
import { startMessage } from './start-message.ts'

const address = (address: string, family: 'IPv4' | 'IPv6', internal = false, scopeid = 0) =>
  ({ address, family, internal, scopeid, netmask: '', mac: '', cidr: null }) as never

const INTERFACES = {
  lo: [address('127.0.0.1', 'IPv4', true), address('::1', 'IPv6', true)],
  eth0: [address('2001:db8::5', 'IPv6'), address('192.0.2.5', 'IPv4'), address('fe80::5', 'IPv6', false, 2)],
}

test('a server on all interfaces is reachable at each of their addresses', () => {
  const outer = 'http://192.0.2.5:3000'
  expect(reachableUrls('0.0.0.0', 3000, INTERFACES)).toEqual(['http://127.0.0.1:3000', outer])
  expect(reachableUrls('::', 3000, INTERFACES)).toEqual([
    'http://[::1]:3000',
    outer,
    'http://[2001:db8::5]:3000',
  ])
  expect(reachableUrls('192.0.2.7', 3000, INTERFACES)).toEqual(['http://192.0.2.7:3000'])
})

test('a machine without a network is expected to be reached by name, not only by itself', () => {
  const urls = reachableUrls('0.0.0.0', 3000, { lo: INTERFACES.lo })
  expect(urls).toHaveLength(2)
  expect(urls[1]).not.toContain('127.0.0.1')
})

const message = (env: Record<string, string>, port = 3000) =>
  startMessage(
    readConfig(env, () => 'a secret for tests'),
    port,
  )

test('the start message has the public URL, the others, and what a power cut may cost', () => {
  expect(message({ PORT: '0', DATA_DIR: '/srv/data' }, 4711)).toMatch(
    /^\nTegenzet is at http:\/\/127\.0\.0\.1:4711\nData is in \/srv\/data\. A power cut may [^\n]+\n\n$/,
  )
  const postgres = { DATABASE_URL: 'postgres://db/tegenzet', SECRET: 'x'.repeat(32) }
  expect(message({ ...postgres, PUBLIC_URL: 'https://tegenzet.example' })).toBe(
    '\nTegenzet is at https://tegenzet.example\nIt listens at http://127.0.0.1:3000\n\n',
  )
})

test('no address in the start message is a wildcard', () => {
  const text = message({ HOST: '0.0.0.0' })
  expect(text).toContain('http://127.0.0.1:3000')
  expect(text).not.toContain('0.0.0.0')
})
