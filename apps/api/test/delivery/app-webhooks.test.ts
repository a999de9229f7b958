import { expect, onTestFinished, test } from 'vitest'
import { connectApp, openBrowser, registerApp } from '../people/oauth-app.ts'
import { beginGame } from '../play/begin-game.ts'
import { startServer } from '../server/harness.ts'
import { startReceiver } from '../server/webhook-receiver.ts'

test('an app’s webhook receives what its scopes allow, and ends with the connection', async () => {
  const server = await startServer({
    jobs: ['outbox', 'webhook-calls'],
    now: new Date(),
    env: { WEBHOOKS_ALLOW: 'loopback' },
  })
  onTestFinished(() => server.close())
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const heardBy = (path: string) =>
    receiver.received.filter(({ url }) => url === path).map((got) => got.body.type)
  const anna = await server.player('anna')
  const bram = await server.player('bram')
  const maker = await openBrowser(server, bram)
  const player = await openBrowser(server, anna)

  const app = await registerApp(maker)
  const { call } = await connectApp(server, app, player, ['game:read'])
  const own = (await anna.call('createWebhook', { body: { url: receiver.url } })).body
  const created = await call('createWebhook', { body: { url: `${receiver.url}/app` } })
  expect([created.status, created.body.createdBy]).toEqual([201, 'Molenaar'])
  const params = { id: created.body.id }

  await beginGame(anna, bram)
  await expect.poll(() => heardBy('/hook')).toContain('notice')
  await expect.poll(() => heardBy('/hook')).toContain('challenge')
  await expect.poll(() => heardBy('/hook/app')).toEqual(['game'])
  // the player and the apps cannot see each other’s webhooks
  expect((await call('getWebhook', { params: { id: own.id } })).status).toBe(404)
  const another = await connectApp(server, await registerApp(maker), player)
  expect((await another.call('getWebhook', { params })).status).toBe(404)

  const connections = (await player.call('listConnectedApps')).body.items
  const { id } = connections.find((each: { app: { id: string } }) => each.app.id === app.id)
  await player.call('disconnectApp', { params: { id } })
  expect((await player.call('getWebhook', { params })).status).toBe(404)
  await beginGame(anna, bram)
  await expect.poll(() => heardBy('/hook').filter((type) => type === 'game').length).toBe(2)
  expect(heardBy('/hook/app')).toEqual(['game'])
})
