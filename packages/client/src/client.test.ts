import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Challenge, Game } from '@tegenzet/contract'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { type ApiError, type Client, createClient, NetworkError } from './index.ts'

type Handler = (request: IncomingMessage & { text: string }, response: ServerResponse) => void
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that answers each request by the next handler, the last one again and again. */
async function server(...handlers: Handler[]) {
  const seen: (IncomingMessage & { text: string })[] = []
  const http = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const whole = Object.assign(request, { text })
    handlers[Math.min(seen.push(whole), handlers.length) - 1]!(whole, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  closing.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return { seen, baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

const json =
  (body: unknown, status = 200): Handler =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))
const problem =
  (code: string, status: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json; charset=utf-8', ...headers })
      .end(JSON.stringify({ type: `/api/docs#${code}`, title: code, status, detail: `It is ${code}.`, code }))
const cut: Handler = (request) => request.socket.destroy()

describe('a call', () => {
  test('puts parameters, query, body and token where they belong', async () => {
    const { baseUrl, seen } = await server(json({ items: [], nextCursor: null }), json({ game: {} }, 201))
    const client = createClient({ baseUrl: `${baseUrl}/`, token: 'tz_secret' })
    await client.call('listGames', { query: { player: 'anna', limit: 5, cursor: undefined } })
    await client.call('playMove', { params: { id: 100001 }, body: { move: 'd6', ply: 0 } })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/games?player=anna&limit=5', text: '' })
    expect(seen[0]?.headers['content-type']).toBeUndefined()
    expect(seen[1]).toMatchObject({ method: 'POST', url: '/api/v1/games/100001/moves' })
    expect(JSON.parse(seen[1]?.text ?? '')).toEqual({ move: 'd6', ply: 0 })
    expect(seen[1]?.headers.authorization).toBe('Bearer tz_secret')
  })

  test('escapes what stands in the path', async () => {
    const { baseUrl, seen } = await server(json({}))
    await createClient({ baseUrl }).call('getUser', { params: { username: '../x?y' } })
    expect(seen[0]?.url).toBe('/api/v1/users/..%2Fx%3Fy')
  })

  test('tells the status where it matters', async () => {
    const { baseUrl } = await server(json({ game: { id: 1 } }, 200))
    const answer = await createClient({ baseUrl }).request('playMove', {
      params: { id: 1 },
      body: { move: 'd6', ply: 0 },
    })
    expect(answer).toEqual({ status: 200, body: { game: { id: 1 } } })
  })

  test('gives nothing for an answer without a body, and text for text', async () => {
    const { baseUrl } = await server(
      (_, response) => response.writeHead(204).end(),
      (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('1. d6 f4'),
    )
    const client = createClient({ baseUrl })
    expect(await client.call('logOut')).toBeUndefined()
    expect(await client.call('exportGame', { params: { id: 1 } })).toBe('1. d6 f4')
  })

  test('gives records line by line as they come, and says where they break off', async () => {
    const records = Array.from({ length: 300 }, (_, n) => ({ game: { id: n }, moves: 'x'.repeat(1000) }))
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const { baseUrl, seen } = await server(
      cut,
      (_, response) => response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text),
      (_, response) => {
        response.writeHead(200).write(text.slice(0, 1500), () => response.socket?.destroy())
      },
    )
    const client = createClient({ baseUrl })
    const read = async (got: unknown[]) => {
      for await (const record of client.lines('exportUserGames', { params: { username: 'anna' } }))
        got.push(record)
      return got
    }
    expect(await read([])).toEqual(records)
    expect(seen[1]?.url).toBe('/api/v1/users/anna/games/export?format=json')
    const got: unknown[] = []
    await expect(read(got)).rejects.toBeInstanceOf(NetworkError)
    expect(got).toEqual(records.slice(0, 1))
    expect(seen).toHaveLength(3)
  })

  test('is typed by the contract', () => {
    const typed = (client: Client) => {
      expectTypeOf(client.call('getGame', { params: { id: 1 } })).resolves.toEqualTypeOf<Game>()
      expectTypeOf(client.call('logOut')).resolves.toEqualTypeOf<undefined>()
      expectTypeOf(client.pages('listChallenges')).toEqualTypeOf<AsyncGenerator<Challenge[], void>>()
      client.call('acceptChallenge', { params: { id: 1 } })
      client.call('listChallenges', { query: { mine: true } })
      // @ts-expect-error a path parameter is missing
      client.call('getGame')
      // @ts-expect-error the ply is missing
      client.call('playMove', { params: { id: 1 }, body: { move: 'd6' } })
      // @ts-expect-error there is no such field
      client.call('logIn', { body: { username: 'anna', password: 'x', remember: true } })
      // @ts-expect-error this list has no pages
      client.pages('listMoves', { params: { id: 1 } })
    }
    expect(typed).toBeTypeOf('function')
  })
})

describe('a refusal', () => {
  test('is thrown with its problem', async () => {
    const { baseUrl, seen } = await server(problem('illegal-move', 422))
    const call = createClient({ baseUrl }).call('playMove', {
      params: { id: 1 },
      body: { move: 'z9', ply: 0 },
    })
    const error: ApiError = await call.catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'ApiError', code: 'illegal-move', status: 422 })
    expect(error.message).toBe('It is illegal-move.')
    expect(seen).toHaveLength(1)
  })

  test('with a long Retry-After is not waited for', async () => {
    const { baseUrl, seen } = await server(problem('rate-limited', 429, { 'retry-after': '900' }))
    const call = createClient({ baseUrl }).call('getGame', { params: { id: 1 } })
    await expect(call).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 900 })
    expect(seen).toHaveLength(1)
  })
})

describe('what fails for a moment', () => {
  const move = { params: { id: 1 }, body: { move: 'd6', ply: 0 } }

  test('is tried again: a GET, and a move', async () => {
    const bad: Handler = (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>')
    const { baseUrl, seen } = await server(cut, json({ id: 1 }), bad, json({ game: {} }, 201))
    const client = createClient({ baseUrl })
    expect(await client.call('getGame', { params: { id: 1 } })).toEqual({ id: 1 })
    expect((await client.request('playMove', move)).status).toBe(201)
    expect(seen).toHaveLength(4)
  })

  test('is tried again no sooner than Retry-After says', async () => {
    const { baseUrl } = await server(problem('rate-limited', 429, { 'retry-after': '1' }), json({ id: 1 }))
    const begun = performance.now()
    await createClient({ baseUrl }).call('getGame', { params: { id: 1 } })
    expect(performance.now() - begun).toBeGreaterThan(950)
  })

  test('is not tried again where it might be done twice', async () => {
    const { baseUrl, seen } = await server(cut)
    const call = createClient({ baseUrl }).call('createToken', {
      body: { name: 'bot', scopes: ['game:play'] },
    })
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    expect(seen).toHaveLength(1)
  })

  test('is sent again with the same key where the call takes one, another for each call', async () => {
    const { baseUrl, seen } = await server(cut, problem('unavailable', 503), json({ id: 5 }, 201))
    const client = createClient({ baseUrl })
    const body = { rules: 'molenspel', colour: 'random', clock: { kind: 'per-move', days: 3 } } as const
    expect(await client.call('createChallenge', { body })).toEqual({ id: 5 })
    await client.call('createChallenge', { body })
    await client.call('createChallenge', { body, idempotencyKey: 'my-own' })
    const [key, ...keys] = seen.map(({ headers }) => headers['idempotency-key'])
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.slice(0, 2)).toEqual([key, key])
    expect(keys[2]).not.toBe(key)
    expect(keys[3]).toBe('my-own')
  })

  test('is given up after the retries that are allowed', async () => {
    const { baseUrl, seen } = await server(problem('unavailable', 503))
    const call = createClient({ baseUrl, retries: 1 }).call('playMove', move)
    await expect(call).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).toHaveLength(2)
  })

  test('is given up when an answer takes too long', async () => {
    const { baseUrl } = await server(() => {})
    const call = createClient({ baseUrl, retries: 0, timeout: 50 }).call('getGame', { params: { id: 1 } })
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', cause: new Error('no answer in 50 ms') })
  })

  test('is given up at once by the signal, in the call and in the pause', async () => {
    const { baseUrl, seen } = await server(() => {}, cut)
    const client = createClient({ baseUrl })
    const inCall = client.call('getGame', { params: { id: 1 }, signal: AbortSignal.timeout(30) })
    await expect(inCall).rejects.toMatchObject({ name: 'TimeoutError' })
    const inPause = client.call('getGame', { params: { id: 1 }, signal: AbortSignal.timeout(60) })
    await expect(inPause).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(seen).toHaveLength(2)
  })
})

test('pages follow the cursor to the end and keep the filters', async () => {
  const { baseUrl, seen } = await server(
    json({ items: [1, 2], nextCursor: 'next' }),
    json({ items: [3], nextCursor: null }),
  )
  const pages: unknown[] = []
  for await (const page of createClient({ baseUrl }).pages('listGames', { query: { rules: 'halma' } }))
    pages.push(page)
  expect(pages).toEqual([[1, 2], [3]])
  expect(seen.map((request) => request.url)).toEqual([
    '/api/v1/games?rules=halma',
    '/api/v1/games?rules=halma&cursor=next',
  ])
})

test('at run time nothing but the table of operations is imported: no validator in a browser', () => {
  const imported = readdirSync(import.meta.dirname)
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(
        /^(?:import|export) (?!type\b)[^;]*? from '([^.'][^']*)'/gm,
      ),
    ])
    .map(([, from]) => from)
  expect(new Set(imported)).toEqual(new Set(['@tegenzet/contract/operations']))
})
