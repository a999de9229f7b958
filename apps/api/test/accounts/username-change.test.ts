import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { codeOf, PASSWORD, registerPerson, sessionOf } from '../people/registered-person.ts'
import { beginGame } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'

const DAY = 86_400_000
const YEAR = 365 * DAY

let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, REGISTER_LIMIT: '100', ADMINS: 'hostess' } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

const logIn = (username: string) => server.call('logIn', { body: { username, password: PASSWORD } })
const nameOf = async (username: string) =>
  (await server.call('getUser', { params: { username } })).body.username

test('a username changes once a year, and the old one leads to the player', async () => {
  const person = await registerPerson(server)
  const { username: old, call, email } = person
  const bram = await server.player('bram')
  const game = await beginGame(person, bram)
  const body = { username: 'Annelies' }
  server.clock.advance(10 * 60_000)
  expect(codeOf(await call('changeUsername', { body }))).toBe('proof-needed')
  await call('proveIdentity', { body: { password: PASSWORD } })
  const changed = await call('changeUsername', { body })
  const again = new Date(server.clock.now().getTime() + YEAR).toISOString()
  expect([changed.status, changed.body]).toMatchObject([200, { ...body, usernameChangeAt: again }])

  for (const username of [old, old.toUpperCase(), 'annelies']) expect(await nameOf(username)).toBe('Annelies')
  expect((await bram.call('getGame', { params: { id: game.id } })).body.white.username).toBe('Annelies')
  const listed = await bram.call('listGames', { query: { player: old } })
  expect(listed.body.items).toMatchObject([{ id: game.id }])
  const favourite = await bram.call('addFavourite', { params: { username: old } })
  expect(favourite.body.player.username).toBe('Annelies')
  const challenge = { rules: 'muehle', opponent: old, clock: { kind: 'per-move', days: 3 } }
  expect((await bram.call('createChallenge', { body: challenge })).body.opponent.username).toBe('Annelies')

  const [event] = (await call('listSecurityEvents')).body.items
  expect(event).toMatchObject({ kind: 'username-changed', subject: 'Annelies', browser: null })
  const mail = await box.newestTo(email, 2)
  expect(mail.subject).toBe('Your username was changed')
  expect(mail.text).toContain(`Your username was ${old}; it is now Annelies.`)

  await server.call('requestPasswordReset', { body: { name: old } })
  expect((await box.newestTo(email, 3)).subject).toContain('password')

  server.clock.advance(YEAR - 1)
  const later = await sessionOf(server, await logIn(old))
  expect(codeOf(await later.call('changeUsername', { body: { username: 'Anneke' } }))).toBe('limit-reached')
  server.clock.advance(1)
  // also back to the first name
  expect((await later.call('changeUsername', { body: { username: old } })).status).toBe(200)
  expect(await nameOf('annelies')).toBe(old)
})

test('nobody gets a name that somebody else has or had, or that is reserved', async () => {
  const anna = await registerPerson(server)
  await anna.call('changeUsername', { body: { username: 'Roos' } })
  const body = { username: anna.username, email: 'other@example.org', password: PASSWORD }
  expect(codeOf(await server.call('register', { body }))).toBe('username-taken')
  const { call, username } = await registerPerson(server)
  for (const taken of [
    anna.username,
    anna.username.toUpperCase(),
    'roos',
    'closed-7',
    'Adrnin',
    'Hostess',
    'H0stess',
  ])
    expect(codeOf(await call('changeUsername', { body: { username: taken } })), taken).toBe('username-taken')
  expect(codeOf(await call('changeUsername', { body: { username } }))).toBe('conflict')
  expect((await call('changeUsername', { body: { username: username.toUpperCase() } })).status).toBe(200)
  expect((await call('getAccount')).body.username).toBe(username.toUpperCase())
})

test('of two players who want a name at once, one gets it', async () => {
  const people = [await registerPerson(server), await registerPerson(server)]
  const answers = await Promise.all(
    people.map(({ call }) => call('changeUsername', { body: { username: 'Wanted' } })),
  )
  expect(answers.map(codeOf).sort()).toEqual([200, 'username-taken'])
})

test('“this was not me” gives the old name back, and nobody gets the other one', async () => {
  const anna = await registerPerson(server)
  await anna.call('changeUsername', { body: { username: 'Stolen' } })
  const token = await box.tokenTo(anna.email, 'not-me')
  const secured = await server.call('reportNotMe', { body: { token } })
  expect(secured.body.username).toBe(anna.username)
  expect(await nameOf(anna.username)).toBe(anna.username)
  expect(await nameOf('stolen')).toBeUndefined()
  const reset = { token: secured.body.token, password: 'another horse entirely' }
  await server.call('resetPassword', { body: reset })
  const answer = await server.call('logIn', { body: { username: anna.username, password: reset.password } })
  const own = await sessionOf(server, answer)
  expect((await own.call('getAccount')).body.usernameChangeAt).toBeNull()
  const { call } = await registerPerson(server)
  expect(codeOf(await call('changeUsername', { body: { username: 'stolen' } }))).toBe('username-taken')
})

test('erasure removes former names too, which stay taken', async () => {
  const person = await registerPerson(server, 'Formerly')
  const bram = await server.player('bram-2')
  await beginGame(person, bram)
  await consumeAllEvents(server)
  await person.call('changeUsername', { body: { username: 'Nowadays' } })
  await person.call('deleteAccount')
  server.clock.advance(7 * DAY)
  for (let run = 0; run < 2; run++) await eraseAccounts(server.deps, server.store)
  const { rows } = await server.database.pool.query(
    `SELECT payload::text AS text FROM events UNION ALL SELECT params::text FROM notifications
     UNION ALL SELECT username FROM former_usernames WHERE username IS NOT NULL`,
  )
  expect(JSON.stringify(rows)).not.toMatch(/Formerly|Nowadays/)
  expect(await nameOf('formerly')).toBeUndefined()
  const { call } = await registerPerson(server)
  for (const username of ['formerly', 'nowadays'])
    expect(codeOf(await call('changeUsername', { body: { username } }))).toBe('username-taken')
})
