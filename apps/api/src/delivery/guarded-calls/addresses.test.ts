import { describe, expect, test } from 'vitest'
import { isPublic, reachOf, urlRefusal } from './addresses.ts'

const PRIVATE = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.8.8.8',
  ],
  ...[
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
  ],
  ...[
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1'],
  // an IPv4 address in IPv6 clothes, and the ways of translating and tunnelling one
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '100::1',
    '2001:2::1',
  ],
  ...['5f00::1', '4000::1', 'not an address', '', '127.1', '2130706433'],
]
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '::ffff:8.8.8.8',
]

test.each(PRIVATE)('%s is not a public address', (address) => expect(isPublic(address)).toBe(false))
test.each(PUBLIC)('%s is a public address', (address) => expect(isPublic(address)).toBe(true))

test('the host can allow further networks', () => {
  const reach = reachOf(['10.1.0.0/16', '::1'])
  expect(['10.1.2.3', '::ffff:10.1.2.3', '::1', '8.8.8.8'].map(reach.mayCall)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['10.2.0.1', '127.0.0.1', 'fd00::1'].map(reach.mayCall)).toEqual([false, false, false])
  expect(['10.1.2.3', '8.8.8.8'].map(reach.isAllowed)).toEqual([true, false])
})

describe('a URL', () => {
  const nowhere = reachOf([])
  const home = reachOf(['127.0.0.0/8', '::1'])

  test.each([
    'https://example.org/',
    'https://example.org:443/hook?a=b',
    'https://example.org:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://xn--bcher-kva.example/',
  ])('%s can be called', (url) => expect(urlRefusal(new URL(url), nowhere)).toBeNull())

  test.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@example.org/',
    'https://user:pass@example.org/',
    'https://:pass@example.org/',
    'https://example.org/#part',
    'https://example.org:22/',
    'https://example.org:80/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://127.0.0.1/',
    // the same, as a browser's URL reads it
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://0/',
    'https://①②⑦.0.0.1/',
    'https://127.0.0.1./',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
  ])('%s cannot', (url) => expect(urlRefusal(new URL(url), nowhere)).toEqual(expect.any(String)))

  test('may use http and any port at an address that the host allows', () => {
    for (const url of [
      'http://127.0.0.1:81/',
      'http://[::1]:3000/',
      'http://localhost:3000/',
      'https://localhost/',
    ])
      expect(urlRefusal(new URL(url), home)).toBeNull()
    for (const url of ['http://8.8.8.8/', 'http://10.0.0.1/', 'https://10.0.0.1/', 'http://a@127.0.0.1/'])
      expect(urlRefusal(new URL(url), home)).toEqual(expect.any(String))
  })
})
