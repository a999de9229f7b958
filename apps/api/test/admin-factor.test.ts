import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumeAllEvents } from './consume-all-events.ts'
import { startServer, type TestServer } from './harness.ts'
import { codeOf, registerPerson } from './registered-person.ts'
import { softwarePasskey } from './software-passkey.ts'
import type { TestPlayer } from './test-player.ts'

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

test('ADMIN_2FA also binds an admin’s webhooks', async () => {
  const admin = await server.player('chief', { role: 'admin' })
  const { accountId } = admin
  const { id } = (await admin.call('createWebhook', { body: { url: 'https://chief.example/' } })).body
  const [carl, dora] = [await server.player('carl'), await server.player('dora')]
  const report = async (by: TestPlayer, { username }: TestPlayer) => {
    const body = { reason: 'abuse', text: 'See the profile.' }
    expect((await by.call('reportPlayer', { params: { username }, body })).status).toBe(201)
    await consumeAllEvents(server)
    const { items } = (await admin.call('listDeliveries', { params: { id } })).body
    return items.map(({ event }: { event: { type: string } }) => event.type)
  }
  expect(await report(carl, dora)).not.toContain('report')
  await server.database.prisma.totp.create({
    data: { accountId, secret: 'sealed', confirmedAt: server.clock.now() },
  })
  expect(await report(dora, carl)).toContain('report')
})
