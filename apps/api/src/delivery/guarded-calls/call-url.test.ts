import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reachOf } from './addresses.ts'
import { callUrl } from './call-url.ts'

let server: Server
let port: number
const received: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request.headers.host!)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
beforeEach(() => received.splice(0))

const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const call = (url: string, resolve: (host: string) => Promise<LookupAddress[]>, allowed: string[] = []) =>
  callUrl({ url, headers: {}, body: '{}' }, { resolve, reach: reachOf(allowed), timeoutMs: 1000 })
const LOOPBACK = ['127.0.0.0/8']

test('connects to the address that was checked, and resolves the name once', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return at('127.0.0.1')
  }
  // a name that no real resolver knows
  const url = `http://hook.invalid:${port}/`
  expect(await call(url, resolve, LOOPBACK)).toEqual({ status: 204, error: null })
  expect([asked, received]).toEqual([['hook.invalid'], [`hook.invalid:${port}`]])
})

test('does not call a name that has come to point to this machine since the last call', async () => {
  const answers = [at('93.184.216.34'), at('127.0.0.1')]
  const reach = reachOf([])
  const resolve = async () => answers.shift()!
  expect((await resolve()).every(({ address }) => reach.mayCall(address))).toBe(true)
  for (const scheme of ['http', 'https'])
    expect(await call(`${scheme}://rebound.invalid:${port}/`, async () => at('127.0.0.1'))).toEqual({
      status: null,
      error: 'address-refused',
    })
  expect(await call(`https://rebound.invalid:${port}/`, resolve)).toMatchObject({ error: 'address-refused' })
  expect(received).toEqual([])
})

test.each([
  ['one address among public ones', at('93.184.216.34', '127.0.0.1')],
  ['the other family’s', at('2606:4700::1111', '::1')],
  ['an IPv4 address in IPv6 clothes', at('::ffff:127.0.0.1')],
  ['a network’s own', at('192.168.1.1')],
  ['the address of metadata', at('169.254.169.254')],
  ['one that is translated', at('64:ff9b::7f00:1')],
])('a name is not called for %s', async (_, addresses) => {
  expect(await call(`https://hook.invalid:${port}/`, async () => addresses)).toEqual({
    status: null,
    error: 'address-refused',
  })
  expect(received).toEqual([])
})

test('checks an address in the URL in every notation', async () => {
  const never = async () => Promise.reject(new Error('not asked'))
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]'])
    expect(await call(`http://${host}:${port}/`, never)).toMatchObject({ error: 'address-refused' })
  expect(received).toEqual([])
  expect(await call(`http://0x7f.1:${port}/`, never, LOOPBACK)).toMatchObject({ status: 204 })
})

test('calls http URLs only at addresses that the host allows', async () => {
  expect(await call(`http://hook.invalid:${port}/`, async () => at('93.184.216.34'), LOOPBACK)).toMatchObject(
    {
      error: 'address-refused',
    },
  )
})

test('fails for a name without an address, and when the resolver fails or hangs', async () => {
  const url = `https://hook.invalid:${port}/`
  expect(await call(url, async () => [])).toEqual({ status: null, error: 'no-such-host' })
  expect(await call(url, () => Promise.reject(new Error('SERVFAIL')))).toMatchObject({
    error: 'no-such-host',
  })
  expect(await call(url, () => new Promise(() => {}))).toMatchObject({ error: 'timeout' })
})
