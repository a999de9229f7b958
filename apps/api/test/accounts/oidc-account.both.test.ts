import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createGuest } from '../people/guest.ts'
import {
  accountOf,
  callsOf,
  complete,
  event,
  idp,
  newcomer,
  START,
  server,
  somebody,
  useOidcSite,
  where,
} from '../people/oidc-site.ts'
import {
  codeOf,
  PASSWORD,
  registerPerson,
  registerUnconfirmed,
  sessionOf,
} from '../people/registered-person.ts'
import { openTravellingBrowser, type TravellingBrowser } from '../people/travelling-browser.ts'
import type { CallOperation } from '../server/call-operation.ts'

useOidcSite()

const MINUTE = 60_000

test('the own second factor is still asked for', async () => {
  const { browser, sub } = await newcomer()
  const fresh = openTravellingBrowser(server)
  idp.at.sub = sub
  await fresh.travel(`${START}?fresh=true`)
  const calls = callsOf(fresh)
  const { secret } = (await calls('setUpTotp')).body
  const codeNow = () => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() })
  expect(codeOf(await calls('confirmTotp', { body: { code: codeNow() } }))).toBe(200)
  server.clock.advance(MINUTE)
  const again = openTravellingBrowser(server)
  expect(where(await again.travel(`${START}?next=/games`))).toBe('/login/continue')
  expect(await accountOf(again)).toBeNull()
  expect((await callsOf(again)('getPendingOidc')).body).toMatchObject({
    step: 'second-factor',
    username: null,
    next: '/games',
  })
  expect(codeOf(await complete(again, { username: 'takesover' }))).toBe('conflict')
  expect(codeOf(await complete(again, { code: '000 000' }))).toBe('wrong-credentials')
  expect(codeOf(await complete(again, { code: codeNow() }))).toBe(200)
  expect(await accountOf(again)).not.toBeNull()
  expect(await accountOf(browser)).not.toBeNull()
})

test('a log-in is a proof of identity only if they have just logged in there', async () => {
  const person = await newcomer()
  const create = (browser: TravellingBrowser) =>
    callsOf(browser)('createToken', { body: { name: 'x', scopes: ['account:read'] } })
  expect(codeOf(await create(person.browser))).toBe('proof-needed')
  // an identity can prove who they are, so it is no first time
  expect(codeOf(await callsOf(person.browser)('changePassword', { body: { newPassword: PASSWORD } }))).toBe(
    'proof-needed',
  )
  const { to } = await person.browser.step(`${START}?fresh=true&next=/account/tokens`)
  expect(to.searchParams.get('max_age')).toBe('0')
  expect(where(await person.browser.travel(to.href))).toBe('/account/tokens')
  expect(codeOf(await create(person.browser))).toBe(201)
  expect(await event(person.browser)).toContain('identity-proved')

  // a provider that ignores max_age
  const ignored = await newcomer()
  server.clock.advance(11_000)
  const asked = (await ignored.browser.step(`${START}?fresh=true`)).to
  asked.searchParams.delete('max_age')
  expect(where(await ignored.browser.travel(asked.href))).toBe('/account/security?problem=failed')
  expect(codeOf(await create(ignored.browser))).toBe('proof-needed')

  // somebody else's
  idp.at.sub = person.sub
  ignored.browser.leave(idp.issuer)
  expect(where(await ignored.browser.travel(`${START}?fresh=true`))).toBe(
    '/account/security?problem=other-account',
  )
  expect(codeOf(await create(ignored.browser))).toBe('proof-needed')
})

test('links with a proof, and unlinks all but the last way in', async () => {
  const anna = await registerPerson(server)
  const link = async (calls: CallOperation, cookie: string) => {
    const answer = await calls('linkIdentity')
    if (answer.status !== 200) return codeOf(answer)
    const browser = openTravellingBrowser(server)
    browser.keep(new Headers([['set-cookie', cookie]]))
    browser.keep(answer.headers)
    return where(await browser.travel(answer.body.url))
  }
  const logIn = await server.call('logIn', { body: { username: anna.username, password: PASSWORD } })
  const cookie = logIn.headers.getSetCookie()[0]!
  const { call } = await sessionOf(server, logIn)
  const { sub } = somebody()
  server.clock.advance(11 * MINUTE)
  expect(await link(call, cookie)).toBe('proof-needed')
  expect(codeOf(await call('proveIdentity', { body: { password: PASSWORD } }))).toBe(200)
  expect(await link(call, cookie)).toBe('/account/security')
  expect(await link(call, cookie)).toBe('/account/security')
  const { items } = (await call('listIdentities')).body
  expect(items).toHaveLength(1)
  const browser = openTravellingBrowser(server)
  await browser.travel(START)
  expect((await accountOf(browser)).username).toBe(anna.username)
  expect(await event(browser)).toContain('identity-linked')

  // not in another session, nor somebody else's identity
  const bram = await registerUnconfirmed(server)
  const started = await bram.call('linkIdentity')
  browser.keep(started.headers)
  expect(where(await browser.travel(started.body.url))).toBe('/account/security?problem=other-account')
  const bramsLogIn = await server.call('logIn', { body: { username: bram.username, password: PASSWORD } })
  idp.at.sub = sub
  expect(await link((await sessionOf(server, bramsLogIn)).call, bramsLogIn.headers.getSetCookie()[0]!)).toBe(
    '/account/security?problem=already-linked',
  )

  const unlink = (calls: CallOperation, id: number) => calls('unlinkIdentity', { body: { id } })
  expect(codeOf(await unlink(bram.call, items[0].id))).toBe('not-found')
  expect(codeOf(await unlink(call, items[0].id))).toBe(204)
  expect((await call('listIdentities')).body.items).toEqual([])
  expect(where(await openTravellingBrowser(server).travel(START))).toBe('/login/continue')

  const only = await newcomer()
  const fresh = openTravellingBrowser(server)
  await fresh.travel(`${START}?fresh=true`)
  const calls = callsOf(fresh)
  const [identity] = (await calls('listIdentities')).body.items
  expect(codeOf(await unlink(callsOf(only.browser), identity.id))).toBe('proof-needed')
  expect(codeOf(await unlink(calls, identity.id))).toBe('conflict')
  expect(codeOf(await calls('changePassword', { body: { newPassword: PASSWORD } }))).toBe(200)
  expect(codeOf(await unlink(calls, identity.id))).toBe(204)
})

test('a guest who comes with the provider stays the same player', async () => {
  const guest = await createGuest(server)
  const { name } = somebody()
  const browser = openTravellingBrowser(server)
  browser.keep(new Headers([['set-cookie', guest.cookie]]))
  expect(where(await browser.travel(START))).toBe('/login/continue')
  const { body } = await complete(browser, { username: name })
  expect(body.account).toMatchObject({ id: guest.id, username: name, kind: 'human', email: null })
})
