import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

it('lists every rule set with all that a client needs to draw the board and explain the game', async () => {
  const { status, body } = await server.call('listRules')
  expect(status).toBe(200)
  expect(body.nextCursor).toBeNull()
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(RULE_SET_IDS)
  for (const item of body.items) {
    const { id, names, board, stones, draws } = ruleSet(item.id)
    expect(item).toMatchObject({ id, names, board, stones, draws })
    for (const language of ['nl', 'de', 'en', 'fr'])
      expect(item.texts[language].map((each: { id: string }) => each.id)).toContain('notation')
  }
})

it.each(RULE_SET_IDS)('returns the rule set %s, and 304 to a client that has it', async (id) => {
  const { status, body, headers } = await server.call('getRules', { params: { id } })
  expect([status, body.id, body.revision]).toEqual([200, id, 1])
  expect(headers.get('cache-control')).toContain('max-age=')
  const etag = headers.get('etag')!
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await server.call('getRules', { params: { id }, headers: { 'if-none-match': known } })
    expect([again.status, again.body]).toEqual([304, undefined])
  }
  const other = await fetch(`${server.url}/api/v1/rules/${id}`, { headers: { 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
})

it.each(['chess', 'constructor', '__proto__', 'MUEHLE', '1'])(
  'answers 404 to the rule set %s',
  async (id) => {
    expect((await server.call('getRules', { params: { id } })).body.code).toBe('not-found')
  },
)
