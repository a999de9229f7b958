import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startServer({ log: (line) => lines.push(line), env: { RATE_LIMIT: '600' } })
})
afterAll(() => server.close())
beforeEach(() => {
  lines.length = 0
})

const get = async (path: string): Promise<number> => {
  const response = await fetch(server.url + path)
  await response.arrayBuffer()
  return response.status
}
const loggedUrls = (): string[] =>
  lines.map((line) => JSON.parse(line)).flatMap(({ msg, url }) => (msg === 'request' ? [url] : []))

test('a log line has the route of a request, with its numbers and without its query', async () => {
  for (const path of ['/api/v1/games/100001/moves', '/api/v1/users/anna', '/api/v1/games?status=active'])
    await get(path)
  expect(loggedUrls()).toEqual(['/api/v1/games/100001/moves', '/api/v1/users/:username', '/api/v1/games'])
})

test('secrets are not logged at misspelt addresses or in queries', async () => {
  const secret = 'Zk3v-Q9xW_7tPb2LmNs5RdYf8HcJgA1uEoKiTqXwVz0'
  for (const path of [
    `/calendr/${secret}.ics`,
    `/calendar/${secret}`,
    `/${secret}`,
    `/api/v1/challenges/invite/100-${secret}`,
    `/api/v1/challenges/100-${secret}`,
    `/api/v1/games/${secret}`,
    `/unsubscrib/${secret}`,
    `/api/v1/live?token=${secret}`,
    `/api/v1/nothing?token=${secret}`,
    `/reset-password?token=${secret}`,
    `/api/v1/games?${secret}`,
    `/api/v1/nothing/%${secret}`,
  ])
    await get(path)
  for (const url of ['/calendr/…', '/calendar/…', '/reset-password', '/api/v1/challenges/:id'])
    expect(loggedUrls()).toContain(url)
  expect(lines.join('')).not.toContain(secret.slice(0, 8))
})

test('3,000 anonymous requests with long addresses write less than 100 kB of log', async () => {
  const long = `/api/v1/${'nothing/'.repeat(1700)}`
  for (let n = 0; n < 30; n++) await Promise.all(Array.from({ length: 100 }, () => get(long)))
  const written = lines.join('').length
  expect(written).toBeGreaterThan(1000)
  expect(written).toBeLessThan(100_000)
  const skipped = lines.map((line) => JSON.parse(line).skipped ?? 0)
  expect(skipped.some((count) => count === 99)).toBe(true)
})
