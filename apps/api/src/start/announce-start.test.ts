import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { reachableUrls } from '../config/reachable-urls.ts'
import { createLog } from '../log.ts'
import { announceStart } from './announce-start.ts'

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

/** @returns what is written to the terminal, or the messages of the log */
function announced(env: Record<string, string>, { port = 3000, isTTY = false } = {}): string | string[] {
  const config = readConfig(env, () => 'a secret for tests')
  const logged: string[] = []
  const log = createLog(config.logLevel, { write: (line) => logged.push(JSON.parse(line).msg) })
  const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  announceStart({ config, port, log }, terminal)
  return isTTY ? `${terminal.read() ?? ''}` : logged
}

test('a start is announced with the public URL, the others, and what a power cut costs', () => {
  expect(announced({ PORT: '0', DATA_DIR: '/srv/data' }, { port: 4711 })).toEqual([
    'Tegenzet is at http://127.0.0.1:4711',
    expect.stringMatching(/^Data is in \/srv\/data\. [^\n]+ a power cut costs nothing[^\n]+$/),
  ])
  const postgres = { DATABASE_URL: 'postgres://db/tegenzet', SECRET: 'x'.repeat(32) }
  expect(announced({ ...postgres, PUBLIC_URL: 'https://tegenzet.example' })).toEqual([
    'Tegenzet is at https://tegenzet.example',
    'It listens at http://127.0.0.1:3000',
  ])
})

test('a terminal gets plain lines instead of log lines', () => {
  expect(announced({}, { isTTY: true })).toMatch(
    /^\nTegenzet is at http:\/\/127\.0\.0\.1:3000\nData is in [^\n]+\n\n$/,
  )
})

test('a start is not announced with a log of warnings only', () => {
  expect(announced({ LOG_LEVEL: 'warn' })).toEqual([])
  expect(announced({ LOG_LEVEL: 'warn' }, { isTTY: true })).toBe('')
})

test('no announced address is a wildcard', () => {
  const text = `${announced({ HOST: '0.0.0.0' })}`
  expect(text).toContain('http://127.0.0.1:3000')
  expect(text).not.toContain('0.0.0.0')
})
