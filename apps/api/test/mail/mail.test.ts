import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueMails, enqueueWaitingMails } from '../../src/mail/mail-queue.ts'
import { expireMails } from '../../src/mail/prune-mails.ts'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'

const MINUTE = 60_000
const PUBLIC_URL = 'https://tegenzet.example'
let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({
    env: { ...box.env, PUBLIC_URL, REGISTER_LIMIT: '1000' },
  })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})

const register = (username: string, on = server, more: object = {}) =>
  on.call('register', {
    body: { username, email: `${username}@example.org`, password: 'correct horse battery', ...more },
    headers: { origin: on.deps.config.publicUrl },
  })
const mailTo = (username: string) =>
  server.database.prisma.mail.findFirstOrThrow({ where: { recipient: `${username}@example.org` } })
const waitForState = (username: string, state: string) =>
  expect.poll(async () => (await mailTo(username)).state).toBe(state)
/** Waits until an attempt has failed and is recorded. */
const waitForError = (username: string) =>
  expect.poll(async () => (await mailTo(username)).error).not.toBeNull()

test('a mail has a sender, a subject, both bodies and the header for automatic mail', async () => {
  await register('anna', server, { language: 'nl' })
  const mail = await box.newestTo('anna@example.org')
  expect(mail.from?.text).toBe('"Tegenzet" <post@tegenzet.example>')
  expect(mail.subject).toBe('Bevestig je e-mailadres')
  expect(mail.text).toContain('Hallo anna,')
  expect(mail.html).toContain('<p>Hallo anna,</p>')
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.messageId).toMatch(/^<[0-9a-f]{40}@tegenzet\.example>$/)
  expect(mail.date).toEqual(server.clock.now())
})

test('a sent mail’s content is deleted', async () => {
  await register('forgotten')
  await waitForState('forgotten', 'sent')
  expect(await mailTo('forgotten')).toMatchObject({ text: null, html: null, sentAt: expect.any(Date) })
})

describe('a mail that the mail server refuses', () => {
  test('is sent again with growing backoff, as the same mail', async () => {
    box.refuseWith(451)
    await register('later')
    const waitsMs = async () => (await mailTo('later')).nextAt.getTime() - server.clock.now().getTime()
    await expect.poll(waitsMs).toBe(MINUTE)
    expect(await mailTo('later')).toMatchObject({ state: 'waiting', attempts: 1 })
    await server.advanceTime(MINUTE)
    await expect.poll(waitsMs).toBe(5 * MINUTE)
    box.refuseWith(undefined)
    await server.advanceTime(5 * MINUTE)
    await box.newestTo('later@example.org')
    await waitForState('later', 'sent')
    expect((await mailTo('later')).attempts).toBe(3)
  })

  test('for good is given up at once', async () => {
    box.refuseWith(550)
    await register('never')
    await waitForState('never', 'failed')
    box.refuseWith(undefined)
    expect(await mailTo('never')).toMatchObject({
      attempts: 1,
      text: null,
      error: expect.stringContaining('550'),
    })
  })
})

test('no mail is lost while the mail server cannot be reached', async () => {
  const stoppedServer = await openMailbox()
  const port = Number(new URL(stoppedServer.env.SMTP_URL!).port)
  await stoppedServer.close()
  const other = await startServer({ env: stoppedServer.env })
  try {
    await register('patient', other)
    const read = () => other.database.prisma.mail.findFirstOrThrow()
    await expect.poll(async () => (await read()).error).not.toBeNull()
    expect((await read()).state).toBe('waiting')
    const back = await openMailbox(port)
    await other.advanceTime(MINUTE)
    await back.newestTo('patient@example.org')
    await back.close()
  } finally {
    await other.close()
  }
})

test('another process sends the mail of one that died, with the same Message-ID', async () => {
  const { prisma, pool } = server.database
  box.refuseWith(451)
  await register('crashed')
  await waitForError('crashed')
  // the state after a process sent the mail and died before recording it
  box.refuseWith(undefined)
  const { id, createdAt, ...mail } = await mailTo('crashed')
  await server.mailer!.send({ ...mail, createdAt, text: mail.text!, html: mail.html! }, null)
  await prisma.mail.update({ where: { id }, data: { attempts: 2 } })
  await pool.query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '10 minutes' WHERE data->>'mail' = $1`,
    [String(id)],
  )
  const next = await startServer({
    database: server.database,
    now: server.clock.now(),
    env: { ...box.env, PUBLIC_URL },
  })
  await box.newestTo('crashed@example.org', 2)
  await next.close()
  const ids = box.mails
    .filter(({ text }) => text?.includes('Hello crashed,'))
    .map(({ messageId }) => messageId)
  expect(ids).toEqual([ids[0], ids[0]])
})

test('mails of one moment are sent in the order they were written', async () => {
  const { prisma } = server.database
  const { id: _, ...like } = await mailTo('anna')
  const { _max } = await prisma.mail.aggregate({ _max: { id: true } })
  const [first, second] = [_max.id! + 1000, _max.id! + 1001]
  const mail = (id: number) => ({
    ...like,
    id,
    key: `moment ${id}`,
    recipient: 'moment@example.org',
    subject: `${id}`,
    state: 'waiting' as const,
    attempts: 0,
    sentAt: null,
    nextAt: server.clock.now(),
    text: 'x',
    html: '<p>x</p>',
  })
  // the database may return them in another order
  await prisma.mail.createMany({ data: [mail(second), mail(first)] })
  const queued = [first, second].map((id) => ({ ...mail(id), behind: 0 }))
  await enqueueMails(server.deps, server.store, queued)
  await box.newestTo('moment@example.org', 2)
  const subjects = box.mails.filter(({ to }) => [to].flat()[0]?.text === 'moment@example.org')
  expect(subjects.map(({ subject }) => subject)).toEqual([`${first}`, `${second}`])
})

test('two processes send each mail once', async () => {
  const quiet = await startServer()
  const { database } = quiet
  const processes = [
    await startServer({ database, env: box.env }),
    await startServer({ database, env: box.env }),
  ]
  const name = (i: number) => `many${i}`
  try {
    // collect several, then let both processes queue them at once
    for (let i = 0; i < 6; i++) await register(name(i), quiet)
    await quiet.database.prisma.mail.updateMany({ data: { state: 'waiting' } })
    await Promise.all(processes.map(({ deps, store }) => enqueueWaitingMails(deps, store)))
    await expect.poll(() => quiet.database.prisma.mail.count({ where: { state: 'sent' } })).toBe(6)
    for (let i = 0; i < 6; i++)
      expect(box.mails.filter(({ text }) => text?.includes(`Hello ${name(i)},`))).toHaveLength(1)
  } finally {
    for (const each of processes) await each.close()
    await quiet.close()
  }
})

test('an admin does not see what a mail says while it waits to be sent', async () => {
  box.refuseWith(451)
  const answer = await register('curious-host')
  await server.database.prisma.account.updateMany({
    where: { name: 'curious-host' },
    data: { role: 'admin' },
  })
  await register('private')
  await waitForError('private')
  const admin = createCaller(server.url, {
    cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!,
    origin: PUBLIC_URL,
  })
  const { id, text } = await mailTo('private')
  expect(text).toContain('/verify-email#')
  const { body } = await admin('getMail', { params: { id } })
  expect(body).toMatchObject({ state: 'waiting', readable: false, text: null, html: null })
  box.refuseWith(undefined)
})

test('an outdated mail is not sent, and its content is deleted', async () => {
  box.refuseWith(451)
  await register('too-late')
  await waitForError('too-late')
  server.clock.advance(49 * 60 * MINUTE)
  box.refuseWith(undefined)
  await expireMails(server.deps, server.store)
  expect(await mailTo('too-late')).toMatchObject({ state: 'failed', text: null, html: null })
})

test('the metrics count waiting mails and attempts', async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  expect(text).toMatch(/^tegenzet_mails_waiting\{kind="verify-email"\} \d+$/m)
  expect(text).toMatch(/^tegenzet_mail_attempts_total\{kind="verify-email",outcome="sent"\} [1-9]/m)
  expect(text).toMatch(/^tegenzet_mail_attempts_total\{kind="verify-email",outcome="failed"\} [1-9]/m)
})

describe('without a mail server', () => {
  let bare: TestServer
  beforeAll(async () => {
    bare = await startServer()
  })
  afterAll(() => bare?.close())

  const sessionOf = async (username: string) => {
    const answer = await register(username, bare)
    return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, origin: bare.deps.config.publicUrl }
  }

  test('mails are stored, and an admin with a session reads them until they are outdated', async () => {
    const cookie = await sessionOf('host')
    await bare.database.prisma.account.updateMany({ where: { name: 'host' }, data: { role: 'admin' } })
    await register('guest', bare)
    const host = createCaller(bare.url, cookie)
    const { body: page } = await host('listMails', { query: { limit: 1 } })
    expect(page.items).toMatchObject([
      { kind: 'verify-email', username: 'guest', recipient: 'guest@example.org', state: 'kept', attempts: 0 },
    ])
    const id = page.items[0].id
    const { body: mail } = await host('getMail', { params: { id } })
    expect(mail.text).toContain('/verify-email#')
    expect(mail.html).toContain('/verify-email#')
    const { body: rest } = await host('listMails', { query: { cursor: page.nextCursor } })
    expect(rest.items).toMatchObject([{ username: 'host' }])

    bare.clock.advance(48 * 60 * MINUTE)
    expect((await host('getMail', { params: { id } })).body).toMatchObject({ text: null, html: null })
  })

  test('a mail to another admin is shown to nobody but that admin', async () => {
    const [one, other] = [await sessionOf('boss-one'), await sessionOf('boss-two')]
    await bare.database.prisma.account.updateMany({
      where: { name: { in: ['boss-one', 'boss-two'] } },
      data: { role: 'admin' },
    })
    await bare.call('requestPasswordReset', { body: { name: 'boss-two' } })
    const newest = async (call: CallOperation) =>
      (await call('listMails', { query: { limit: 1 } })).body.items[0]
    const [first, second] = [createCaller(bare.url, one), createCaller(bare.url, other)]
    const { id } = await newest(first)
    expect(await newest(first)).toMatchObject({
      kind: 'reset-password',
      username: 'boss-two',
      readable: false,
    })
    const refused = await first('getMail', { params: { id } })
    expect([refused.status, refused.body.text, refused.body.html]).toEqual([200, null, null])
    expect((await newest(second)).readable).toBe(true)
    expect((await second('getMail', { params: { id } })).body.text).toContain('/reset-password#')
  })

  test('the log says which admin has read whose mail', async () => {
    const lines: any[] = []
    const logging = await startServer({ log: (line) => lines.push(JSON.parse(line)) })
    const answer = await register('watcher', logging)
    await logging.database.prisma.account.updateMany({ where: { name: 'watcher' }, data: { role: 'admin' } })
    await register('watched', logging)
    const watcher = createCaller(logging.url, { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! })
    const { id } = (await watcher('listMails', { query: { limit: 1 } })).body.items[0]
    const looks = () => lines.filter(({ msg }) => msg === 'an admin has read a mail')
    expect(looks()).toEqual([])
    await watcher('getMail', { params: { id } })
    await watcher('getMail', { params: { id } })
    const look = { admin: 'watcher', username: 'watched', mail: id, kind: 'verify-email' }
    expect(looks()).toMatchObject([look, look])
    await logging.close()
  })

  test('nobody else reads them', async () => {
    const player = createCaller(bare.url, await sessionOf('curious'))
    const admin = await bare.player('token', { role: 'admin' })
    for (const call of [player, admin.call])
      for (const operation of ['listMails', 'getMail'] as const)
        expect((await call(operation, { params: { id: 1 } })).body.code).toBe('forbidden')
    expect((await bare.call('listMails')).status).toBe(401)
  })
})
