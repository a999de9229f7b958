import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, connectApp, openBrowser, REDIRECT_URI, registerApp } from '../people/oauth-app.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let owner: Browser
beforeAll(async () => {
  server = await startServer({ now: new Date(), constants: { apps: 3 } })
  anna = await server.player('anna')
  owner = await openBrowser(server, anna)
})
afterAll(() => server.close())

const newOwner = async (name: string) => openBrowser(server, await server.player(name))

test('the owner registers, reads, changes and deletes an app', async () => {
  const created = await owner.call('createApp', {
    body: { name: 'Molenaar', redirectUris: [REDIRECT_URI] },
  })
  expect(created).toMatchObject({
    status: 201,
    body: {
      name: 'Molenaar',
      homepage: null,
      redirectUris: [REDIRECT_URI],
      confidential: false,
      secret: null,
    },
  })
  const params = { id: created.body.id }
  const { secret, ...app } = created.body
  expect((await owner.call('getApp', { params })).body).toEqual(app)
  const changes = { homepage: 'https://molenaar.example.org', redirectUris: ['org.example.molen:/back'] }
  const changed = await owner.call('updateApp', { params, body: changes })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Molenaar', ...changes } })
  const cleared = await owner.call('updateApp', { params, body: { homepage: null } })
  expect(cleared.body).toMatchObject({ homepage: null, redirectUris: changes.redirectUris })
  expect((await owner.call('deleteApp', { params })).status).toBe(204)
  expect((await owner.call('getApp', { params })).status).toBe(404)
})

test('other accounts cannot see or change an app', async () => {
  const { id } = await registerApp(await newOwner('owner-1'), { confidential: true })
  const params = { id }
  expect((await owner.call('getApp', { params })).status).toBe(404)
  expect((await owner.call('updateApp', { params, body: { name: 'mine' } })).status).toBe(404)
  expect((await owner.call('rotateAppSecret', { params })).status).toBe(404)
  expect((await owner.call('deleteApp', { params })).status).toBe(404)
  expect((await owner.call('listApps')).body.items).toEqual([])
  expect((await anna.call('listApps')).status).toBe(403)
})

test('only an admin can give an app a name that looks like the host’s', async () => {
  const maker = await newOwner('owner-names')
  const { id } = await registerApp(maker)
  for (const name of [
    'Tegenzet',
    'Tegenzet for phones',
    'Admin',
    'Official Support',
    'T\u00e9genz\u00e8t',
    'Tеgenzet',
    'Adrnin',
  ]) {
    const refused = [
      await maker.call('createApp', { body: { name, redirectUris: [REDIRECT_URI] } }),
      await maker.call('updateApp', { params: { id }, body: { name } }),
    ]
    for (const { status, body } of refused)
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation', '/body/name'])
  }
  const host = await openBrowser(server, await server.player('the-host', { role: 'admin' }))
  const { body } = await host.call('createApp', { body: { name: 'Tegenzet', redirectUris: [REDIRECT_URI] } })
  expect(body.name).toBe('Tegenzet')
  await maker.call('deleteApp', { params: { id } })
})

test('only a confidential app has a secret to rotate', async () => {
  const { id } = await registerApp(owner)
  const answer = await owner.call('rotateAppSecret', { params: { id } })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  await owner.call('deleteApp', { params: { id } })
})

test('apps are limited per account, also when created concurrently', async () => {
  const many = await newOwner('owner-2')
  const body = { name: 'One of many', redirectUris: [REDIRECT_URI] }
  const answers = await Promise.all(Array.from({ length: 5 }, () => many.call('createApp', { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422])
})

test('apps are listed in pages, newest first', async () => {
  const lister = await newOwner('owner-3')
  for (const name of ['first', 'second', 'third']) await registerApp(lister, { name })
  const one = await lister.call('listApps', { query: { limit: 2 } })
  expect(one.body.items.map((app: any) => app.name)).toEqual(['third', 'second'])
  const two = await lister.call('listApps', { query: { limit: 2, cursor: one.body.nextCursor } })
  expect(two.body).toMatchObject({ items: [{ name: 'first' }], nextCursor: null })
})

test('connected apps are listed in pages, last connected first', async () => {
  const maker = await newOwner('owner-4')
  const player = await newOwner('connects')
  for (const name of ['first', 'second', 'third'])
    await connectApp(server, await registerApp(maker, { name }), player)
  const one = await player.call('listConnectedApps', { query: { limit: 2 } })
  expect(one.body.items.map((each: any) => each.app.name)).toEqual(['third', 'second'])
  const two = await player.call('listConnectedApps', { query: { limit: 2, cursor: one.body.nextCursor } })
  expect(two.body).toMatchObject({ items: [{ app: { name: 'first' } }], nextCursor: null })
  expect((await maker.call('listConnectedApps')).body.items).toEqual([])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://app.example.org/callback',
  'http://127.0.0.1.example.org/',
  'molenaar:/back',
  'https://app.example.org/#fragment',
  'https://user:password@app.example.org/',
  'https://app.example.org/a b',
  '/callback',
  'https://',
  '',
])('refuses the redirect URI %j', async (uri) => {
  const body = { name: 'Odd', redirectUris: [uri] }
  expect((await owner.call('createApp', { body })).status).toBe(400)
})

test.each([
  ['a bidirectional control character in its name', { name: 'Nice\u202Eapp' }],
  ['an invisible letter in its name', { name: 'Nice\u3164app' }],
  ['a line break in its name', { name: 'Nice\napp' }],
  ['a blank name', { name: '  ' }],
  ['no redirect URI', { redirectUris: [] }],
  ['the same redirect URI twice', { redirectUris: [REDIRECT_URI, REDIRECT_URI] }],
  ['a javascript: homepage', { homepage: 'javascript:alert(1)' }],
  ['a given secret', { secret: 'x' }],
])('refuses an app with %s', async (_, body) => {
  const answer = await owner.call('createApp', {
    body: { name: 'Odd', redirectUris: [REDIRECT_URI], ...body },
  })
  expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
})
