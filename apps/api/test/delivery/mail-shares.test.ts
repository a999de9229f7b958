import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMail } from '../../src/mail/write-mail.ts'
import {
  isAccepted,
  PASSWORD,
  type Person,
  registerPerson,
  registerUnconfirmed,
} from '../people/registered-person.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox, tokenIn } from '../server/mailbox.ts'

const HOUR = 3_600_000
let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, REGISTER_LIMIT: '1000' }, constants: { tokens: 1000 } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

const makeTokens = async ({ call }: Person, count: number) => {
  for (let n = 0; n < count; n++) {
    const answer = await call('createToken', { body: { name: `token ${n}`, scopes: ['game:read'] } })
    expect(answer.status).toBe(201)
  }
}
const mailsOf = ({ email }: Person) =>
  server.database.prisma.mail.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } })
const kindsOf = async (person: Person) => (await mailsOf(person)).map(({ kind }) => kind)
const requestReset = (name: string) => server.call('requestPasswordReset', { body: { name } })

test('an address that nobody has confirmed gets the confirmation and one password reset an hour', async () => {
  const stranger = await registerUnconfirmed(server)
  await makeTokens(stranger, 12)
  await stranger.call('changePassword', { body: { password: PASSWORD, newPassword: `another ${PASSWORD}` } })
  expect(await kindsOf(stranger)).toEqual(['verify-email'])
  for (let n = 0; n < 3; n++) expect((await requestReset(stranger.email)).status).toBe(200)
  expect(await kindsOf(stranger)).toEqual(['verify-email', 'reset-password'])
  server.clock.advance(HOUR)
  await requestReset(stranger.email)
  expect((await kindsOf(stranger)).slice(2)).toEqual(['reset-password'])
})

test('a stranger’s mailbox gets ten mails a day, however many accounts and spellings ask for them', async () => {
  const mailsToStranger = () =>
    server.database.prisma.mail.count({
      where: { recipient: { startsWith: 'stranger' }, createdAt: { gte: since } },
    })
  const since = server.clock.now()
  for (let n = 0; n < 6; n++) {
    const body = { username: `bomber${n}`, email: `stranger+${n}@example.org`, password: PASSWORD }
    const registered = await server.call('register', { body })
    expect(registered.status).toBe(201)
    await requestReset(body.email)
    const cookie = registered.headers.getSetCookie()[0]!.split(';')[0]!
    const change = { email: `stranger+x@example.org`, password: PASSWORD }
    await server.call('changeEmail', { headers: { cookie }, body: change })
    // a mail of the same kind at the same moment would be the same mail
    server.clock.advance(1000)
    await server.call('requestVerification', { headers: { cookie } })
  }
  expect(await mailsToStranger()).toBe(10)
  // others are not affected, and the next day neither is the stranger
  await registerUnconfirmed(server)
  server.clock.advance(24 * HOUR)
  await requestReset('stranger+0@example.org')
  expect(await mailsToStranger()).toBe(11)
})

test('many changes of one kind make two mails an hour, and both links undo all that came since', async () => {
  const anna = await registerPerson(server)
  await makeTokens(anna, 1)
  const first = await box.mailWith(anna.email, 'not-me')
  await expect.poll(async () => (await mailsOf(anna)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  await makeTokens(anna, 19)
  expect(await kindsOf(anna)).toEqual(['verify-email', 'token-created', 'token-created'])
  const waiting = (await mailsOf(anna)).at(-1)!
  expect(waiting).toMatchObject({ state: 'waiting', text: expect.stringContaining('token 18') })
  expect(waiting.nextAt.getTime() - server.clock.now().getTime()).toBeGreaterThan(HOUR / 2)
  const events = await server.database.prisma.securityEvent.count({
    where: { account: { email: anna.email }, kind: 'token-created' },
  })
  expect(events).toBe(20)
  // the mail undoes what came at or after its first change
  await server.advanceTime(HOUR)
  const second = await box.mailWith(anna.email, 'token 18')
  expect(tokenIn(second, 'not-me')).not.toBe(tokenIn(first, 'not-me'))
  const secured = await server.call('reportNotMe', { body: { token: tokenIn(second, 'not-me') } })
  expect(secured.status).toBe(200)
  expect(await server.database.prisma.token.count({ where: { account: { email: anna.email } } })).toBe(0)
  expect(await isAccepted(anna)).toBe(false)
})

test('a password reset overtakes forty waiting mails, and an account’s crowd another one’s mail', async () => {
  const [crowd, anna] = [await registerPerson(server), await registerPerson(server)]
  await box.newestTo(anna.email)
  const { id: accountId } = await server.database.prisma.account.findFirstOrThrow({
    where: { email: crowd.email },
  })
  box.refuseWith(451)
  const mail = (n: number) =>
    writeMail(server.deps, server.store, {
      key: `crowd ${n}`,
      accountId,
      recipient: crowd.email,
      language: 'en',
      letter: { kind: 'export-ready', username: crowd.username, link: 'https://tegenzet.example' },
      expiresAt: new Date(server.clock.now().getTime() + 48 * HOUR),
    })
  for (let n = 0; n < 40; n++) await mail(n)
  await makeTokens(anna, 1)
  await requestReset(anna.username)
  const refused = await server.database.prisma.mail.count({
    where: { state: 'waiting', recipient: { in: [crowd.email, anna.email] } },
  })
  await expect.poll(() => box.refused).toBeGreaterThanOrEqual(refused)
  const before = box.mails.length
  box.refuseWith(undefined)
  await server.advanceTime(2 * 60_000)
  await box.newestTo(crowd.email, 20)
  const order = box.mails
    .slice(before)
    .map(({ to, text }) => `${[to].flat()[0]?.text} ${/reset-password#/.test(text!)}`)
  expect(order[0]).toBe(`${anna.email} true`)
  expect(order.slice(1, 4)).toContain(`${anna.email} false`)
})
