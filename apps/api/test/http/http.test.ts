import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
})
afterAll(() => server.close())

/** Sends raw text and returns all that comes back until the connection closes. */
function exchange(text: string | Buffer, url = server.url): Promise<string> {
  const socket = open(url)
  socket.write(text)
  return answerOf(socket)
}
const open = (url = server.url): Socket => connect(Number(new URL(url).port), '127.0.0.1')
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
const requestText = (...lines: string[]): string =>
  [...lines, 'Host: x', 'Connection: close', '', ''].join('\r\n')
const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code: unknown }).code
const problemOf = (answer: string): unknown => {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  expect(head.toLowerCase()).toContain('content-type: application/problem+json')
  return JSON.parse(body).code
}

describe('every error is problem+json', () => {
  test.each([
    ['a malformed percent-encoding', '/api/v1/games/%zz', 400, 'bad-request'],
    ['a number that is too long', `/api/v1/games/${'1'.repeat(500)}`, 400, 'validation'],
    ['a name that is too long', `/api/v1/users/${'a'.repeat(500)}`, 400, 'validation'],
    ['an unknown query parameter', '/api/v1/games/100001?x=1', 400, 'validation'],
    ['an unknown path', '/api/v1/nothing', 404, 'not-found'],
  ])('%s', async (_, path, status, code) => {
    const response = await fetch(server.url + path)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test('malformed HTTP, and headers that are too large', async () => {
    expect(problemOf(await exchange('HELLO\r\n\r\n'))).toBe('bad-request')
    expect(problemOf(await exchange(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`))).toBe(
      'bad-request',
    )
  })

  test('a request without a Host header', async () => {
    expect(problemOf(await exchange('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'))).toBe(
      'bad-request',
    )
  })

  test('a method that is not allowed, with an Allow header', async () => {
    const response = await fetch(`${server.url}/api/v1/games/100001/moves`, { method: 'PUT' })
    expect([response.status, await codeOf(response)]).toEqual([405, 'method-not-allowed'])
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  })
})

describe('a body', () => {
  const send = async (type: string, body: string | Buffer, operation = 'resign') => {
    const response = await fetch(`${server.url}/api/v1/games/1/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': type },
      body: body as string,
    })
    return await codeOf(response)
  }

  test('that is empty is ignored even with a JSON content type', async () => {
    expect(await send('application/json', '')).toBe('not-found')
    expect(await send('application/json', '', 'moves')).toBe('validation')
    const revoked = await anna.call('withdrawChallenge', {
      params: { id: 1 },
      headers: { 'content-type': 'application/json' },
    })
    expect(revoked.body.code).toBe('not-found')
  })

  test('must be JSON', async () => {
    expect(await send('text/plain', '{"move":"d6","ply":0}', 'moves')).toBe('unsupported-media-type')
  })

  test('must be UTF-8', async () => {
    const latin = Buffer.from('{"move":"d\xe9","ply":0}', 'latin1')
    expect(await send('application/json', latin, 'moves')).toBe('bad-request')
  })
})

test('an unknown expectation is ignored', async () => {
  const answer = await exchange(requestText('GET /api/v1/nothing HTTP/1.1', 'Expect: 200-maybe'))
  expect(answer).toContain('HTTP/1.1 404')
  expect(problemOf(answer)).toBe('not-found')
})

test('calls that need no login answer the same with a bad token', async () => {
  const authorization = 'Bearer tz_revoked'
  const statuses: number[] = []
  for (const path of [
    '/healthz',
    '/readyz',
    '/calendar/unknown.ics',
    '/feeds/turns/unknown.atom',
    '/api/v1/openapi.json',
    '/api/v1/account',
  ])
    statuses.push((await fetch(server.url + path, { headers: { authorization } })).status)
  expect(statuses).toEqual([200, 200, 404, 404, 200, 401])
})

test('an answer that is the same for everybody is compressed once and has a validator', async () => {
  const fetched = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/api/v1/openapi.json`, { headers })
    return { response, text: await response.text() }
  }
  const plain = await fetched({ 'accept-encoding': 'identity' })
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['*;q=0', null],
  ] as const) {
    const { response, text } = await fetched({ 'accept-encoding': accepted })
    expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, encoding])
    expect(text).toBe(plain.text)
    expect(response.headers.get('vary')).toContain('accept-encoding')
  }
  const again = await fetched({ 'if-none-match': plain.response.headers.get('etag')! })
  expect([again.response.status, again.text]).toEqual([304, ''])
})

describe('the order of checks', () => {
  test('a malformed cursor is refused before the login is checked', async () => {
    for (const operation of ['listTokens', 'listWarnings', 'listClaimQueue'] as const)
      expect((await server.call(operation, { query: { cursor: 'ab~' } })).status).toBe(400)
    const games = await server.call('listGames', { query: { turn: 'mine', cursor: 'bnVsbA' } })
    expect(games.status).toBe(400)
    const challenges = await server.call('listChallenges', { query: { mine: true, cursor: 'bnVsbA' } })
    expect(challenges.status).toBe(400)
  })
})

describe('a request that asks for an upgrade', () => {
  const upgrade = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA']

  test('to HTTP/2, as Java’s client does, is answered in HTTP/1.1', async () => {
    const lines = ['Host: x', 'Connection: Upgrade, HTTP2-Settings', ...upgrade]
    const socket = open()
    const answer = answerOf(socket)
    // several requests on one connection; the last one closes it
    for (let n = 0; n < 20; n++) {
      const answered = new Promise((resolve) => socket.once('data', resolve))
      socket.write(['GET /healthz HTTP/1.1', ...lines, '', ''].join('\r\n'))
      await answered
    }
    socket.write(requestText('GET /api/v1/nothing HTTP/1.1'))
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array(20).fill('HTTP/1.1 200'),
      'HTTP/1.1 404',
    ])
  })

  test('keeps its body, also when the body arrives later', async () => {
    const body = '{"move":"d6","ply":0}'
    const head = ['POST /api/v1/games/1/moves HTTP/1.1', 'Host: x', 'Connection: close, Upgrade', ...upgrade]
    head.push(`Authorization: Bearer ${anna.token}`, 'Content-Type: application/json')
    const text = [...head, `Content-Length: ${body.length}`, '', ''].join('\r\n')
    expect(problemOf(await exchange(text + body))).toBe('not-found')
    const socket = open()
    const answer = answerOf(socket)
    socket.write(text + body.slice(0, 5))
    setTimeout(() => socket.write(body.slice(5)), 50)
    expect(problemOf(await answer)).toBe('not-found')
  })

  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const handshake = (path: string, ...headers: string[]): string =>
    requestText(`GET ${path} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: websocket', ...headers)

  test('to a WebSocket at any other path is answered as a plain request', async () => {
    const answer = await exchange(handshake('/healthz', key, 'Sec-WebSocket-Version: 13'))
    expect(answer).toContain('HTTP/1.1 200')
  })

  test.each([
    ['without a key', '', 'bad-request', 'Sec-WebSocket-Version: 13'],
    ['with an unknown version', '', 'bad-request', key, 'Sec-WebSocket-Version: 99'],
    ['with a token in its URL', '?token=tz_x', 'validation', key, 'Sec-WebSocket-Version: 13'],
  ])('to a WebSocket %s is refused with a problem', async (_, query, code, ...headers) => {
    const answer = await exchange(handshake(`/api/v1/live${query}`, ...headers))
    expect(answer).toContain('HTTP/1.1 400')
    expect(problemOf(answer)).toBe(code)
  })
})

test('another spelling of a path counts towards the same rate limit', async () => {
  const limited = await startServer({ database: server.database, env: { RATE_LIMIT: '3' } })
  const paths = ['/api/v1/games', '/%61pi/v1/games', '/api/%761/games', '/api/v1/g%61mes']
  const statuses: number[] = []
  for (const path of paths) statuses.push((await fetch(limited.url + path)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  await limited.close()
})

describe('a closing server', () => {
  const head = (length: number) =>
    `POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

  test('answers the requests under way and does not wait for idle connections', async () => {
    const stopping = await startServer({ database: server.database })
    const [slow, idle, half] = [open(stopping.url), open(stopping.url), open(stopping.url)]
    const answers = [slow, idle, half].map(answerOf)
    slow.write(`${head(2)}{`)
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    half.write('GET /healthz HTTP/1.1\r\nHo')
    await new Promise((resolve) => idle.once('data', resolve))
    const closed = stopping.close()
    setTimeout(() => slow.write('}'), 300)
    const startedAt = performance.now()
    await closed
    const took = performance.now() - startedAt
    const [slowAnswer = ''] = await Promise.all(answers)
    expect(slowAnswer).toContain('HTTP/1.1 400')
    expect(slowAnswer.toLowerCase()).toContain('connection: close')
    expect(took).toBeGreaterThan(250)
    // an idle connection is kept for 72 s
    expect(took).toBeLessThan(30_000)
  })

  test('refuses requests that arrive while it waits for others', async () => {
    const stopping = await startServer({ database: server.database })
    const [slow, late] = [open(stopping.url), open(stopping.url)]
    const answers = [slow, late].map(answerOf)
    slow.write(`${head(2)}{`)
    late.write('GET /healthz HTTP/1.1\r\nHo')
    // both have arrived, because a third connection is answered
    await fetch(`${stopping.url}/healthz`)
    const closed = stopping.close()
    setTimeout(() => late.write('st: x\r\n\r\n'), 100)
    setTimeout(() => slow.write('}'), 300)
    await closed
    const [, lateAnswer = ''] = await Promise.all(answers)
    expect(lateAnswer).toContain('HTTP/1.1 503')
    expect(lateAnswer.toLowerCase()).toContain('retry-after:')
    expect(problemOf(lateAnswer)).toBe('unavailable')
  })
})
