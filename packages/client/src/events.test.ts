import type { LiveEvent } from '@tegenzet/contract'
import { expect, test } from 'vitest'
import { type Handler, scriptedServer, sendProblem } from '../test/scripted-server.ts'
import { type FollowEventsOptions, followEvents, followGame } from './index.ts'

const event = (id: number) => ({ id, type: 'game', game: { id: 100001, version: id } }) as LiveEvent
const line = (id: number) => `${JSON.stringify(event(id))}\n`
/** Sends lines. Then the connection breaks, closes, or stays open and silent. */
const stream =
  (text: string, end?: 'break' | 'close'): Handler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(text, () => {
      if (end === 'break') response.socket?.destroy()
      if (end === 'close') response.end()
    })
  }
/** Reads the IDs of the first events. */
async function first(count: number, options: FollowEventsOptions): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of followEvents({ minBackoffMs: 10, maxBackoffMs: 50, ...options })) {
    ids.push(id)
    if (ids.length === count) break
  }
  return ids
}

test('events are parsed however the lines are split into chunks', async () => {
  const text = `${line(1)}\n\n${line(2)}`
  const { baseUrl, requests } = await scriptedServer((response) => {
    response.writeHead(200)
    for (const character of `${text}${line(3)}`) response.write(character)
  })
  expect(await first(3, { baseUrl })).toEqual([1, 2, 3])
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/account/events'])
})

test('a lost stream resumes, and no event comes twice', async () => {
  const gaps: (number | null)[] = []
  const { baseUrl, requests } = await scriptedServer(
    stream(line(1) + line(2) + line(3).slice(0, 20), 'break'),
    sendProblem(503, 'unavailable'),
    stream(line(2) + line(3), 'close'),
    stream(line(3) + line(4)),
  )
  expect(await first(4, { baseUrl, onConnect: (gap) => gaps.push(gap) })).toEqual([1, 2, 3, 4])
  expect(requests.map(({ url }) => new URL(url!, baseUrl).search)).toEqual([
    '',
    '?since=2',
    '?since=2',
    '?since=3',
  ])
  expect(gaps).toEqual([null, expect.any(Number), expect.any(Number)])
})

test('a stream that starts with older games resumes after the newest event', async () => {
  const { baseUrl, requests } = await scriptedServer(
    stream(line(9), 'close'),
    // the games as they are now: one has not changed for long
    stream(line(2) + line(9), 'close'),
    stream(line(10)),
  )
  expect(await first(3, { baseUrl })).toEqual([9, 2, 10])
  expect(requests.at(-1)!.url).toContain('?since=9')
})

test('a gap begins with the last line, not with the last attempt to connect', async () => {
  const gaps: (number | null)[] = []
  const refused = sendProblem(503, 'unavailable')
  const { baseUrl } = await scriptedServer(
    refused,
    stream(line(1), 'close'),
    refused,
    refused,
    refused,
    stream(line(2)),
  )
  const started = performance.now()
  await first(2, { baseUrl, minBackoffMs: 200, maxBackoffMs: 200, onConnect: (gap) => gaps.push(gap) })
  const [none, gap] = gaps
  expect(none).toBe(null)
  expect(gap).toBeGreaterThan(300)
  expect(gap).toBeLessThan(performance.now() - started)
})

test('`since` resumes after a restart', async () => {
  const { baseUrl, requests } = await scriptedServer(stream(line(8)))
  expect(await first(1, { baseUrl, since: 7 })).toEqual([8])
  expect(requests[0]?.url).toContain('?since=7')
})

test('a silent stream is replaced, one with empty lines is kept', async () => {
  let writes = 0
  const { baseUrl, requests } = await scriptedServer(stream(line(1)), (response) => {
    response.writeHead(200)
    const timer = setInterval(() => {
      response.write(++writes === 6 ? line(2) : '\n')
    }, 300)
    response.on('close', () => clearInterval(timer))
  })
  expect(await first(2, { baseUrl, idleTimeoutMs: 1500 })).toEqual([1, 2])
  expect(requests).toHaveLength(2)
})

test('a slow reader does not count as a silent stream', async () => {
  const { baseUrl, requests } = await scriptedServer(stream(line(1) + line(2)))
  const ids: number[] = []
  for await (const { id } of followEvents({ baseUrl, idleTimeoutMs: 1500 })) {
    ids.push(id)
    if (id === 2) break
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
  expect([ids, requests.length]).toEqual([[1, 2], 1])
})

test('a revoked token ends the stream with an ApiError', async () => {
  const { baseUrl, requests } = await scriptedServer(
    stream(line(1), 'close'),
    sendProblem(401, 'unauthenticated'),
  )
  await expect(first(2, { baseUrl, token: 'tz_secret' })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(requests).toHaveLength(2)
})

test('a rate-limited stream is retried after Retry-After', async () => {
  const { baseUrl } = await scriptedServer(
    sendProblem(429, 'rate-limited', { 'retry-after': '1' }),
    stream(line(1)),
  )
  const start = performance.now()
  expect(await first(1, { baseUrl })).toEqual([1])
  expect(performance.now() - start).toBeGreaterThan(950)
})

test('a signal ends the stream with its reason, also during a backoff', async () => {
  for (const handler of [stream(line(1)), sendProblem(503, 'unavailable')]) {
    const { baseUrl } = await scriptedServer(handler)
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 100)
    await expect(first(2, { baseUrl, signal: stop.signal, minBackoffMs: 60_000 })).rejects.toThrow('enough')
  }
})

test('the connection is closed when the reader stops', async () => {
  let closed = false
  const { baseUrl } = await scriptedServer((response) => {
    response.writeHead(200).write(line(1))
    response.on('close', () => {
      closed = true
    })
  })
  await first(1, { baseUrl })
  await expect.poll(() => closed).toBe(true)
})

test('a game is followed across a lost stream until it is over, each version once', async () => {
  const update = (version: number, status = 'active') =>
    `${JSON.stringify({ type: 'game', game: { id: 7, version, status } })}\n`
  const { baseUrl, requests } = await scriptedServer(
    stream(`${update(1)}\n${update(2)}`, 'break'),
    stream(update(2) + update(4) + update(5, 'finished')),
  )
  const versions: number[] = []
  for await (const { game } of followGame(7, { baseUrl, moves: true, minBackoffMs: 1 }))
    versions.push(game.version)
  expect(versions).toEqual([1, 2, 4, 5])
  expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('/api/v1/games/7/events?moves=true'))
})
