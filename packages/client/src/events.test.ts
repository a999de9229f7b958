import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveEvent } from '@tegenzet/contract'
import { afterEach, expect, test } from 'vitest'
import { type FollowOptions, followEvents } from './index.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Handler = (response: ServerResponse, request: IncomingMessage) => void
/** A server that answers each connection by the next handler, the last one again and again. */
async function server(...handlers: Handler[]) {
  const asked: string[] = []
  const http = createServer((request, response) => {
    handlers[Math.min(asked.push(request.url ?? ''), handlers.length) - 1]!(response, request)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return { asked, baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

const event = (id: number) => ({ id, type: 'game', game: { id: 100001, version: id } }) as LiveEvent
const line = (id: number) => `${JSON.stringify(event(id))}\n`
/** Sends these lines; then `end` cuts the connection, or it stands in silence. */
const stream =
  (text: string, end?: 'cut' | 'close'): Handler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(text, () => {
      if (end === 'cut') response.socket?.destroy()
      if (end === 'close') response.end()
    })
  }
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Handler =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ type: '', title: '', status, detail: code, code }))

/** The ids of the first so many events. */
async function first(count: number, options: FollowOptions): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of followEvents({ firstPause: 10, longestPause: 50, ...options })) {
    ids.push(id)
    if (ids.length === count) break
  }
  return ids
}

test('events come as they are told, whatever pieces they come in', async () => {
  const text = `${line(1)}\n\n${line(2)}`
  const { baseUrl, asked } = await server((response) => {
    response.writeHead(200)
    for (const character of `${text}${line(3)}`) response.write(character)
  })
  expect(await first(3, { baseUrl })).toEqual([1, 2, 3])
  expect(asked).toEqual(['/api/v1/account/events'])
})

test('a lost stream goes on where it was, and known events come once', async () => {
  const gaps: (number | null)[] = []
  const { baseUrl, asked } = await server(
    stream(line(1) + line(2) + line(3).slice(0, 20), 'cut'),
    problem(503, 'unavailable'),
    stream(line(2) + line(3), 'close'),
    stream(line(3) + line(4)),
  )
  expect(await first(4, { baseUrl, onConnect: (gap) => gaps.push(gap) })).toEqual([1, 2, 3, 4])
  expect(asked.map((url) => new URL(url, baseUrl).search)).toEqual(['', '?since=2', '?since=2', '?since=3'])
  expect(gaps).toEqual([null, expect.any(Number), expect.any(Number)])
})

test('who was away begins where they were', async () => {
  const { baseUrl, asked } = await server(stream(line(8)))
  expect(await first(1, { baseUrl, since: 7 })).toEqual([8])
  expect(asked[0]).toContain('?since=7')
})

test('a stream that falls silent is made anew, one that is kept alive is kept', async () => {
  let beats = 0
  const { baseUrl, asked } = await server(stream(line(1)), (response) => {
    response.writeHead(200)
    const timer = setInterval(() => {
      response.write(++beats === 6 ? line(2) : '\n')
    }, 100)
    response.on('close', () => clearInterval(timer))
  })
  expect(await first(2, { baseUrl, silence: 400 })).toEqual([1, 2])
  expect(asked).toHaveLength(2)
})

test('a slow reader is not taken for a silent server', async () => {
  const { baseUrl, asked } = await server(stream(line(1) + line(2)))
  const ids: number[] = []
  for await (const { id } of followEvents({ baseUrl, silence: 100 })) {
    ids.push(id)
    if (id === 2) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  expect([ids, asked.length]).toEqual([[1, 2], 1])
})

test('a revoked token ends it with what the server says', async () => {
  const { baseUrl, asked } = await server(stream(line(1), 'close'), problem(401, 'unauthenticated'))
  await expect(first(2, { baseUrl, token: 'tz_secret' })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(asked).toHaveLength(2)
})

test('too many at once are tried again, no sooner than the server asks', async () => {
  const { baseUrl } = await server(problem(429, 'rate-limited', { 'retry-after': '1' }), stream(line(1)))
  const begun = performance.now()
  expect(await first(1, { baseUrl })).toEqual([1])
  expect(performance.now() - begun).toBeGreaterThan(950)
})

test('a signal ends it with its reason, in the middle of a wait too', async () => {
  for (const handler of [stream(line(1)), problem(503, 'unavailable')]) {
    const { baseUrl } = await server(handler)
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 100)
    await expect(first(2, { baseUrl, signal: stop.signal, firstPause: 60_000 })).rejects.toThrow('enough')
  }
})

test('who stops reading leaves no connection behind', async () => {
  let closed = false
  const { baseUrl } = await server((response) => {
    response.writeHead(200).write(line(1))
    response.on('close', () => {
      closed = true
    })
  })
  await first(1, { baseUrl })
  await expect.poll(() => closed, { timeout: 5000 }).toBe(true)
})
