import { expect, test } from 'vitest'
import {
  breakConnection,
  type Handler,
  scriptedServer,
  sendJson,
  sendProblem,
} from '../test/scripted-server.ts'
import { createClient, followEvents, NetworkError } from './index.ts'

const move = { params: { id: 1 }, body: { move: 'd6', ply: 0 } }

test('a GET and a move are retried', async () => {
  const bad: Handler = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>')
  const { baseUrl, requests } = await scriptedServer(
    breakConnection,
    sendJson({ id: 1 }),
    bad,
    sendJson({ game: {} }, 201),
  )
  const client = createClient({ baseUrl })
  expect(await client.call('getGame', { params: { id: 1 } })).toEqual({ id: 1 })
  expect((await client.request('playMove', move)).status).toBe(201)
  expect(requests).toHaveLength(4)
})

test('a retry waits for Retry-After', async () => {
  const { baseUrl } = await scriptedServer(
    sendProblem(429, 'rate-limited', { 'retry-after': '1' }),
    sendJson({ id: 1 }),
  )
  const start = performance.now()
  await createClient({ baseUrl }).call('getGame', { params: { id: 1 } })
  expect(performance.now() - start).toBeGreaterThan(950)
})

test('a call that is not safe to repeat is not retried', async () => {
  const { baseUrl, requests } = await scriptedServer(breakConnection)
  const call = createClient({ baseUrl }).call('createToken', {
    body: { name: 'bot', scopes: ['game:play'] },
  })
  await expect(call).rejects.toBeInstanceOf(NetworkError)
  expect(requests).toHaveLength(1)
})

test('retries of a call have the same Idempotency-Key, and other calls have other keys', async () => {
  const { baseUrl, requests } = await scriptedServer(
    breakConnection,
    sendProblem(503, 'unavailable'),
    sendJson({ id: 5 }, 201),
  )
  const client = createClient({ baseUrl })
  const body = { rules: 'molenspel', colour: 'random', clock: { kind: 'per-move', days: 3 } } as const
  expect(await client.call('createChallenge', { body })).toEqual({ id: 5 })
  await client.call('createChallenge', { body })
  await client.call('createChallenge', { body, idempotencyKey: 'my-own' })
  await client.call('createChallenge', { body, idempotencyKey: undefined })
  const [key, ...keys] = requests.map(({ headers }) => headers['idempotency-key'])
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.slice(0, 2)).toEqual([key, key])
  expect(keys[2]).not.toBe(key)
  expect(keys[3]).toBe('my-own')
  expect(keys[4]).toMatch(/^[0-9a-f]{32}$/)
})

test('a call fails after the last retry', async () => {
  const { baseUrl, requests } = await scriptedServer(sendProblem(503, 'unavailable'))
  const call = createClient({ baseUrl, retries: 1 }).call('playMove', move)
  await expect(call).rejects.toMatchObject({ code: 'unavailable' })
  expect(requests).toHaveLength(2)
})

test('a call fails after the timeout', async () => {
  const { baseUrl } = await scriptedServer(() => {})
  const call = createClient({ baseUrl, retries: 0, timeoutMs: 50 }).call('getGame', { params: { id: 1 } })
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', cause: new Error('no response in 50 ms') })
})

test('a signal aborts the call and the backoff', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const { baseUrl, requests } = await scriptedServer(
    () => first.abort(),
    (...received) => {
      breakConnection(...received)
      setTimeout(() => second.abort(), 30)
    },
  )
  const client = createClient({ baseUrl })
  const inCall = client.call('getGame', { params: { id: 1 }, signal: first.signal })
  await expect(inCall).rejects.toMatchObject({ name: 'AbortError' })
  const inBackoff = client.call('getGame', { params: { id: 1 }, signal: second.signal })
  await expect(inBackoff).rejects.toMatchObject({ name: 'AbortError' })
  expect(requests).toHaveLength(2)
})

test.each([undefined, '', 'localhost:3000', 'ftp://example.org', 'http://'])(
  'the invalid address %s is an error of the program and is not retried',
  async (baseUrl) => {
    const call = createClient({ ...(baseUrl !== undefined && { baseUrl }) }).call('getGame', {
      params: { id: 1 },
    })
    await expect(call).rejects.toBeInstanceOf(TypeError)
    const events = followEvents({ ...(baseUrl !== undefined && { baseUrl }) })
    await expect(events.next()).rejects.toThrow('baseUrl must be')
  },
)
