import { expect, test } from 'vitest'
import {
  callsOf,
  complete,
  idp,
  newcomer,
  PUBLIC_URL,
  START,
  server,
  servers,
  somebody,
  useOidcSite,
  where,
  withProvider,
} from '../people/oidc-site.ts'
import { codeOf, PASSWORD, registerPerson } from '../people/registered-person.ts'
import { openTravellingBrowser } from '../people/travelling-browser.ts'
import { createCaller } from '../server/call-operation.ts'
import { startServer } from '../server/harness.ts'

useOidcSite()

test('a site without provider has nothing there', async () => {
  const without = await startServer({
    now: server.clock.now(),
    database: server.database,
    env: { REGISTER_LIMIT: '1000' },
  })
  servers.push(without)
  expect(codeOf(await without.call('startOidc'))).toBe('not-found')
  expect(codeOf(await without.call('finishOidc', { query: { state: 'x' } }))).toBe('not-found')
  expect((await without.call('getAbout')).body.oidc).toBeNull()
  const { call } = await registerPerson(without)
  expect(codeOf(await call('linkIdentity'))).toBe('not-found')
  expect((await server.call('getAbout')).body.oidc).toEqual({ name: 'Molenclub', signup: true, only: false })
})

test('OIDC_REQUIRE lets in only those for whom the claim holds, known people too', async () => {
  const strict = await withProvider({ OIDC_REQUIRE: 'groups=chess' })
  const known = await newcomer({ groups: ['chess', 'go'] }, strict)
  const come = async (groups: unknown) => {
    idp.at.sub = known.sub
    idp.people.set(known.sub, { groups } as never)
    return where(await openTravellingBrowser(strict).travel(START))
  }
  const REFUSED = '/login?problem=not-admitted'
  expect([
    await come(['go']),
    await come('chess'),
    await come('chess2'),
    await come(undefined),
    await come({ chess: true }),
  ]).toEqual([REFUSED, '/', REFUSED, REFUSED, REFUSED])
})

test('OIDC_ONLY ends passwords and codes, but for the named admins', async () => {
  const registered = await server.call('register', {
    body: { username: 'chief', email: 'chief@example.org', password: PASSWORD },
  })
  const chief = registered.headers.getSetCookie()[0]!.split(';')[0]!
  const anna = await registerPerson(server)
  const only = await withProvider({ OIDC_ONLY: 'true' })
  const logIn = (username: string) => only.call('logIn', { body: { username, password: PASSWORD } })
  for (const name of [anna.username, anna.email, 'nobody'])
    expect([name, codeOf(await logIn(name))]).toEqual([name, 'password-login-off'])
  expect(codeOf(await logIn('Chief'))).toBe(200)
  expect(codeOf(await only.call('logInWithCode', { body: { code: 'AAAA-AAAA' } }))).toBe('password-login-off')
  const body = { username: 'newbie', email: 'newbie@example.org', password: PASSWORD }
  expect(codeOf(await only.call('register', { body }))).toBe('password-login-off')
  const staff = createCaller(only.url, { cookie: chief, origin: PUBLIC_URL })
  expect(codeOf(await staff('createMembers', { body: { members: [{ username: 'kid1' }] } }))).toBe(
    'password-login-off',
  )
  expect((await only.call('getAbout')).body.oidc).toEqual({ name: 'Molenclub', signup: true, only: true })

  // a password is no way in there
  const { browser } = await newcomer({}, only)
  await browser.travel(`${START}?fresh=true`)
  const calls = callsOf(browser, only)
  expect(codeOf(await calls('changePassword', { body: { newPassword: PASSWORD } }))).toBe(200)
  const [identity] = (await calls('listIdentities')).body.items
  expect(codeOf(await calls('unlinkIdentity', { body: { id: identity.id } }))).toBe('conflict')
})

test('where signup is closed only known people come in, with an invitation others too', async () => {
  const { sub } = await newcomer()
  const inviting = await newcomer({ email: 'inviting@example.org', email_verified: true })
  for (const env of [{ OIDC_SIGNUP: 'false' }, { REGISTRATION: 'closed' }] as Record<string, string>[]) {
    const closed = await withProvider(env)
    expect((await closed.call('getAbout')).body.oidc.signup).toBe(false)
    somebody()
    expect(where(await openTravellingBrowser(closed).travel(START))).toBe(
      '/login?problem=registration-closed',
    )
    idp.at.sub = sub
    expect(where(await openTravellingBrowser(closed).travel(START))).toBe('/')
  }
  // a step from before the host closed it
  const early = somebody()
  const browser = openTravellingBrowser(server)
  await browser.travel(START)
  const closed = servers.at(-1)!
  expect(codeOf(await complete(browser, { username: early.name }, closed))).toBe('registration-closed')

  const invited = await withProvider({ REGISTRATION: 'invite' })
  const maker = callsOf(inviting.browser, invited)
  const { body } = await maker('createSiteInvitation', { body: { uses: 1, days: 1 } })
  const key = new URL(body.invitation.url).hash.slice(1)
  const guest = somebody()
  const theirs = openTravellingBrowser(invited)
  expect(where(await theirs.travel(START))).toBe('/login/continue')
  expect((await callsOf(theirs, invited)('getPendingOidc')).body.invitationNeeded).toBe(true)
  expect(codeOf(await complete(theirs, { username: guest.name }, invited))).toBe('invitation-needed')
  expect(codeOf(await complete(theirs, { username: guest.name, invitation: key }, invited))).toBe(200)

  const open = await withProvider({ REGISTRATION: 'closed', OIDC_SIGNUP: 'true' })
  await newcomer({}, open)
})
