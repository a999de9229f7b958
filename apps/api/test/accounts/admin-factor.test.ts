import type { LiveEvent } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, registerPerson } from '../people/registered-person.ts'
import { softwarePasskey } from '../people/software-passkey.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { openStream } from '../server/event-stream.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

const ORIGIN = 'https://tegenzet.example'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: ORIGIN, ADMIN_2FA: 'true' }, jobs: 'queue' })
})
afterAll(() => server?.close())

test('with ADMIN_2FA an admin is a player until they have a second factor', async () => {
  const cato = await registerPerson(server)
  await server.database.prisma.account.update({
    where: { email: cato.email },
    data: { role: 'admin', adminGranted: true },
  })
  const refused = await cato.call('listClaimQueue')
  expect([refused.status, refused.body.code]).toEqual([403, 'factor-required'])
  const token = { body: { name: 'ruler', scopes: ['admin:claims'] } }
  expect(codeOf(await cato.call('createToken', token))).toBe('forbidden')

  const passkey = softwarePasskey(ORIGIN).create((await cato.call('startPasskey')).body)
  const added = await cato.call('addPasskey', { body: { name: 'key', passkey } })
  expect((await cato.call('listClaimQueue')).status).toBe(200)
  expect((await cato.call('createToken', token)).status).toBe(201)

  await cato.call('removePasskey', { params: { id: added.body.passkey.id } })
  expect(codeOf(await cato.call('listClaimQueue'))).toBe('factor-required')
})

test('ADMIN_2FA also binds an admin’s tokens, and requires nothing of players', async () => {
  const admin = await server.player('boss', { role: 'admin' })
  expect(codeOf(await admin.call('listClaimQueue'))).toBe('factor-required')
  expect((await admin.call('getAccount')).status).toBe(200)
  const player = await server.player('anna')
  expect(codeOf(await player.call('listClaimQueue'))).toBe('missing-scope')
})

test('ADMIN_2FA also binds an admin’s streams, sockets and webhooks', async () => {
  const admin = await server.player('chief', { role: 'admin' })
  const warden = await server.player('warden', { roles: ['moderator'] })
  const [carl, dora] = [await server.player('carl'), await server.player('dora')]
  const { accountId } = admin
  const { id } = (await admin.call('createWebhook', { body: { url: 'https://chief.example/' } })).body

  /** One player reports and appeals, and files a claim, as the admin does in a game of their own. */
  async function receivedOf(by: TestPlayer, other: TestPlayer) {
    const stream = await openStream(server.url, admin)
    const live = await openSocket(server.url, admin)
    await expect.poll(stream.lines).not.toEqual([])
    const body = { reason: 'abuse', text: 'See the profile.' }
    const report = (await by.call('reportPlayer', { params: { username: other.username }, body })).body.id
    const ruling = { verdict: 'dismissed', reason: 'Nothing there.' }
    await warden.call('ruleOnReport', { params: { id: report }, body: ruling })
    expect((await by.call('fileAppeal', { body: { report, text: 'Look again.' } })).status).toBe(201)
    await fileRepetition(by, await gameWithRepetition(server, by, other))
    const own = await fileRepetition(admin, await gameWithRepetition(server, admin, dora))
    await consumeAllEvents(server)
    const { items } = (await admin.call('listDeliveries', { params: { id }, query: { limit: 100 } })).body
    const delivered: LiveEvent[] = items.map(({ event }: { event: LiveEvent }) => event).reverse()
    await live.waitFor('claim', ({ claim }) => claim.id === own.id)
    await expect.poll(() => JSON.stringify(stream.events())).toContain(`"claim":{"id":${own.id},`)
    stream.cut()
    live.socket.terminate()
    const ofStaff = (events: readonly { id?: number; type: string }[]) =>
      events.map(({ type }) => type).filter((type) => ['report', 'appeal', 'claim'].includes(type))
    return [stream.events(), live.messages(), delivered].map(ofStaff)
  }
  expect(await receivedOf(carl, dora)).toEqual([['claim'], ['claim'], ['claim']])
  await server.database.prisma.delivery.deleteMany()
  await server.database.prisma.totp.create({
    data: { accountId, secret: 'sealed', confirmedAt: server.clock.now() },
  })
  const all = ['report', 'report', 'appeal', 'claim', 'claim']
  expect(await receivedOf(dora, carl)).toEqual([all, all, all])
})
