import { readdirSync, readFileSync } from 'node:fs'
import type { Challenge, Game } from '@tegenzet/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { breakConnection, scriptedServer, sendJson, sendProblem } from '../test/scripted-server.ts'
import { type ApiError, type Client, createClient, followEvents, NetworkError } from './index.ts'

describe('a call', () => {
  test('sends parameters, query, body and token in the right places', async () => {
    const { baseUrl, requests } = await scriptedServer(
      sendJson({ items: [], nextCursor: null }),
      sendJson({ game: {} }, 201),
    )
    const client = createClient({ baseUrl: `${baseUrl}/`, token: 'tz_secret' })
    await client.call('listGames', { query: { player: 'anna', limit: 5, cursor: undefined } })
    await client.call('playMove', { params: { id: 100001 }, body: { move: 'd6', ply: 0 } })
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/games?player=anna&limit=5', text: '' })
    expect(requests[0]?.headers['content-type']).toBeUndefined()
    expect(requests[1]).toMatchObject({ method: 'POST', url: '/api/v1/games/100001/moves' })
    expect(JSON.parse(requests[1]?.text ?? '')).toEqual({ move: 'd6', ply: 0 })
    expect(requests[1]?.headers.authorization).toBe('Bearer tz_secret')
  })

  test('escapes path parameters', async () => {
    const { baseUrl, requests } = await scriptedServer(sendJson({}))
    await createClient({ baseUrl }).call('getUser', { params: { username: '../x?y' } })
    expect(requests[0]?.url).toBe('/api/v1/users/..%2Fx%3Fy')
  })

  test('returns the status with `request`', async () => {
    const { baseUrl } = await scriptedServer(sendJson({ game: { id: 1 } }, 200))
    const response = await createClient({ baseUrl }).request('playMove', {
      params: { id: 1 },
      body: { move: 'd6', ply: 0 },
    })
    expect(response).toEqual({ status: 200, body: { game: { id: 1 } } })
  })

  test('returns undefined for an empty response and a string for text', async () => {
    const { baseUrl } = await scriptedServer(
      (response) => response.writeHead(204).end(),
      (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('1. d6 f4'),
    )
    const client = createClient({ baseUrl })
    expect(await client.call('logOut')).toBeUndefined()
    expect(await client.call('exportGame', { params: { id: 1 } })).toBe('1. d6 f4')
  })

  test('yields lines one by one and throws when the stream breaks off', async () => {
    const records = Array.from({ length: 300 }, (_, n) => ({ game: { id: n }, moves: 'x'.repeat(1000) }))
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const { baseUrl, requests } = await scriptedServer(
      breakConnection,
      (response) => response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text),
      (response) => {
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
    expect(requests[1]?.url).toBe('/api/v1/users/anna/games/export?format=json')
    const got: unknown[] = []
    await expect(read(got)).rejects.toBeInstanceOf(NetworkError)
    expect(got).toEqual(records.slice(0, 1))
    expect(requests).toHaveLength(3)
  })

  test('has the types of the contract', () => {
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
      client.pages('listDrawOffers', { params: { id: 1 } })
    }
    expect(typed).toBeTypeOf('function')
  })
})

describe('an error response', () => {
  test('is thrown as ApiError with its problem', async () => {
    const { baseUrl, requests } = await scriptedServer(sendProblem(422, 'illegal-move'))
    const call = createClient({ baseUrl }).call('playMove', {
      params: { id: 1 },
      body: { move: 'z9', ply: 0 },
    })
    const error: ApiError = await call.catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'ApiError', code: 'illegal-move', status: 422 })
    expect(error.message).toBe('It is illegal-move.')
    expect(requests).toHaveLength(1)
  })

  test('with a long Retry-After is not retried', async () => {
    const { baseUrl, requests } = await scriptedServer(
      sendProblem(429, 'rate-limited', { 'retry-after': '900' }),
    )
    const call = createClient({ baseUrl }).call('getGame', { params: { id: 1 } })
    await expect(call).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 900 })
    expect(requests).toHaveLength(1)
  })
})

test.each([301, 302, 307, 308])(
  'a redirect with %d is not followed, neither by calls nor by streams',
  async (status) => {
    const other = await scriptedServer(sendJson({ game: {} }, 201))
    const { baseUrl, requests } = await scriptedServer((response, { url }) =>
      response.writeHead(status, { location: `${other.baseUrl}${url}` }).end(),
    )
    const options = { baseUrl, token: 'tz_secret' }
    const client = createClient(options)
    const refused = {
      name: 'NetworkError',
      status,
      message: expect.stringContaining(`redirects to ${other.baseUrl}`),
    }
    const play = client.call('playMove', { params: { id: 1 }, body: { move: 'd6', ply: 0 } })
    await expect(play).rejects.toMatchObject(refused)
    await expect(client.call('getAccount')).rejects.toMatchObject(refused)
    await expect(followEvents(options).next()).rejects.toMatchObject(refused)
    expect(requests).toHaveLength(3)
    expect(other.requests).toHaveLength(0)
  },
)

test('pages follow the cursor to the end and keep the filters', async () => {
  const { baseUrl, requests } = await scriptedServer(
    sendJson({ items: [1, 2], nextCursor: 'next' }),
    sendJson({ items: [3], nextCursor: null }),
  )
  const pages: unknown[] = []
  for await (const page of createClient({ baseUrl }).pages('listGames', { query: { rules: 'halma' } }))
    pages.push(page)
  expect(pages).toEqual([[1, 2], [3]])
  expect(requests.map((request) => request.url)).toEqual([
    '/api/v1/games?rules=halma',
    '/api/v1/games?rules=halma&cursor=next',
  ])
})

test('only files without schemas are imported at run time, which keeps browser bundles small', () => {
  const imported = readdirSync(import.meta.dirname)
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(
        /^(?:import|export) (?!type\b)[^;]*? from '([^.'][^']*)'/gm,
      ),
    ])
    .map(([, from]) => from)
  expect(new Set(imported)).toEqual(
    new Set([
      '@noble/hashes/sha2.js',
      '@tegenzet/contract/call-path',
      '@tegenzet/contract/live-protocol',
      '@tegenzet/contract/operations',
    ]),
  )
})
