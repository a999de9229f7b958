import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startServer({ log: (line) => lines.push(line) })
})
afterAll(() => server.close())

const reportToken = (token: unknown, headers?: Record<string, string>) =>
  server.call('revokeLeakedToken', { body: { token }, ...(headers && { headers }) })

test('anyone who presents a token revokes it without a login; its sockets are closed', async () => {
  const { token, call } = await server.player('anna')
  const { socket, closed } = await openSocket(server.url, { token })
  expect((await reportToken(token)).status).toBe(204)
  expect((await call('getAccount')).status).toBe(401)
  expect(await closed).toBe(4401)
  socket.terminate()
})

test('other tokens of the same account stay valid', async () => {
  const bram = await server.player('bram')
  const { accountId } = bram
  const other = await server.player('carl')
  await server.database.prisma.token.updateMany({
    where: { accountId: other.accountId },
    data: { accountId },
  })
  expect((await reportToken(other.token)).status).toBe(204)
  expect((await bram.call('getAccount')).body.username).toBe('bram')
})

test('pages of other origins may report a token', async () => {
  const { token } = await server.player('dora')
  const origin = 'https://scanner.example'
  const answer = await reportToken(token, { origin, 'sec-fetch-site': 'cross-site' })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})

test.each([
  ['was revoked before', async () => (await server.player('eva')).token],
  ['never existed', async () => `tz_${'x'.repeat(43)}`],
  ['is of another service', async () => 'ghp_of-somebody-else'],
])('a token that %s is not found', async (why, tokenOf) => {
  const token = await tokenOf()
  if (why === 'was revoked before') await reportToken(token)
  const answer = await reportToken(token)
  expect([answer.status, answer.body.code]).toEqual([404, 'not-found'])
})

test('a body that is not text is malformed', async () => {
  for (const token of [undefined, '', 7, 'a\0', 'x'.repeat(201)])
    expect((await reportToken(token)).body.code).toBe('validation')
})

test('nothing of a presented token is logged', async () => {
  const { token } = await server.player('fien')
  await reportToken(token)
  await reportToken(token)
  expect(lines.some((line) => line.includes('/tokens/revoke'))).toBe(true)
  expect(lines.join()).not.toContain(token.slice(3))
})
