import type { Reminders } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDigests } from '../../src/delivery/reminders/digest.ts'
import { unsubscribeLink } from '../../src/mail/unsubscribe-token.ts'
import { mailsTo, newestMail, oneClickUnsubscribe, verifiedPlayer } from '../people/player-mails.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const lines: string[] = []
let box: Mailbox
let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({
    env: { ...box.env, PUBLIC_URL: 'https://tegenzet.example' },
    log: (line) => lines.push(line),
  })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})
beforeEach(async () => {
  server.clock.set('2026-11-20T12:00:00.000Z')
  await server.database.prisma.account.updateMany({ data: { digestAt: null, digestSince: null } })
  anna = await verifiedPlayer(server, `anna${++serial}`, { timezone: 'Europe/Amsterdam', language: 'nl' })
  bram = await verifiedPlayer(server, `bram${serial}`)
})

const setReminders = (player: TestPlayer, settings: Partial<Reminders>) =>
  player.call('setReminders', { body: { reminders: [], mails: [], digest: null, ...settings } })
const challenge = async () =>
  (
    await bram.call('createChallenge', {
      body: {
        rules: 'molenspel',
        opponent: anna.username,
        colour: 'white',
        clock: { kind: 'per-move', days: 3 },
      },
    })
  ).body
const kinds = async (player: TestPlayer) => (await mailsTo(server, player)).map(({ kind }) => kind)
/** Advances the clock and returns the number of mails sent. */
async function sentAfter(ms: number, player = anna) {
  await server.advanceTime(ms)
  await expect
    .poll(async () =>
      (await mailsTo(server, player)).some(
        ({ state, attempts, nextAt }) =>
          state === 'waiting' && (attempts > 0 || nextAt <= server.clock.now()),
      ),
    )
    .toBe(false)
  return (await mailsTo(server, player)).filter(({ state }) => state === 'sent').length
}

describe('a notification by mail', () => {
  test('is sent some minutes later in the reader’s language', async () => {
    await challenge()
    await consumeAllEvents(server)
    expect(await sentAfter(4 * MINUTE)).toBe(0)
    expect(await sentAfter(MINUTE)).toBe(1)
    const mail = await newestMail(box, anna, /daagt je uit/)
    expect(mail.subject).toBe(`${bram.username} daagt je uit voor een partij Molenspel`)
    expect(mail.text).toContain(`Hallo ${anna.username},`)
    expect(mail.html).toContain('href="https://tegenzet.example/lobby"')
    expect(mail.text).toContain('https://tegenzet.example/account/reminders')
  })

  test('is dropped when it was read in the app by then', async () => {
    await challenge()
    await consumeAllEvents(server)
    const [notice] = (await anna.call('listNotices')).body.items
    await anna.call('readNotices', { body: { ids: [notice.id] } })
    expect(await sentAfter(6 * MINUTE)).toBe(0)
    expect(await mailsTo(server, anna)).toMatchObject([
      { state: 'failed', text: null, html: null, error: expect.stringContaining('seen') },
    ])
  })

  test('follows the reader’s settings', async () => {
    await setReminders(anna, { mails: ['message', 'game-over', 'turn'] })
    await setReminders(bram, { mails: ['claim', 'game-over', 'challenge'] })
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4'])
    await anna.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
    await bram.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
    await anna.call('offerDraw', { params: { id: game.id }, body: {} })
    await consumeAllEvents(server)
    await bram.call('resign', { params: { id: game.id } })
    await consumeAllEvents(server)
    // no mail about the reader's own actions: bram began the game by accepting, and resigned
    expect((await kinds(anna)).sort()).toEqual(['game-over', 'message', 'turn'])
    expect((await kinds(bram)).sort()).toEqual(['challenge', 'claim'])
    expect(await setReminders(anna, { mails: [] })).toMatchObject({ status: 200 })
    await challenge()
    await consumeAllEvents(server)
    expect(await kinds(anna)).toHaveLength(3)
  })

  test('about a turn is dropped when the move was made by then', async () => {
    await setReminders(bram, { mails: ['turn'] })
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6'])
    await consumeAllEvents(server)
    expect(await sentAfter(5 * MINUTE, bram)).toBe(1)
    const mail = await newestMail(box, bram, /Your move/)
    expect(mail.text).toContain(`${anna.username} has moved, and it is your turn`)
    await playMoves({ ...game, ply: 1, turn: 'black' }, anna, bram, ['f4', 'd2'])
    await consumeAllEvents(server)
    await bram.call('playMove', { params: { id: game.id }, body: { move: 'b4', ply: 3 } })
    expect(await sentAfter(5 * MINUTE, bram)).toBe(1)
    expect((await mailsTo(server, bram)).at(-1)).toMatchObject({ kind: 'turn', state: 'failed' })
  })

  test('waits until quiet hours end', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { quietFrom: '22:00', quietTo: '08:00' },
    })
    server.clock.set('2026-11-20T20:58:00.000Z')
    await challenge()
    await consumeAllEvents(server)
    // five minutes later quiet hours have begun
    expect((await mailsTo(server, anna))[0]!.nextAt).toEqual(new Date('2026-11-21T07:00:00.000Z'))
    expect(await sentAfter(10 * HOUR)).toBe(0)
    expect(await sentAfter(5 * MINUTE)).toBe(1)
  })

  test('waits until days off end, and quiet hours after them', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { daysOff: [5, 6], quietFrom: '22:00', quietTo: '08:00' },
    })
    // a Friday
    server.clock.set('2026-11-20T12:00:00.000Z')
    await challenge()
    await consumeAllEvents(server)
    expect((await mailsTo(server, anna))[0]!.nextAt).toEqual(new Date('2026-11-22T07:00:00.000Z'))
  })

  test('needs a verified address and a configured mail server', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { emailVerified: false },
    })
    await challenge()
    await consumeAllEvents(server)
    expect(await kinds(anna)).toEqual([])
    const bare = await startServer()
    const [cleo, dirk] = [await verifiedPlayer(bare, 'cleo'), await verifiedPlayer(bare, 'dirk')]
    await beginGame(cleo, dirk)
    await consumeAllEvents(bare)
    expect(await bare.database.prisma.mail.count()).toBe(0)
    await bare.close()
  })
})

describe('mails about other events', () => {
  const admin = () => server.player(`boss${serial}`, { role: 'admin' })
  const reported = async (reason: string, more: object) => {
    const { body } = await anna.call('reportPlayer', {
      params: { username: bram.username },
      body: { reason: 'abuse', text: 'Scheldt' },
    })
    const verdict = await (await admin()).call('ruleOnReport', {
      params: { id: body.id },
      body: { reason, ...more },
    })
    expect(verdict.status).toBe(200)
    await consumeAllEvents(server)
  }

  test('report an opponent’s vacation once, however many games, in the reader’s timezone', async () => {
    await setReminders(anna, { mails: ['vacation'] })
    await beginGame(anna, bram)
    await beginGame(anna, bram)
    const until = '2026-11-25T12:00:00.000Z'
    expect((await bram.call('takeVacation', { body: { until } })).status).toBe(201)
    await consumeAllEvents(server)
    expect(await sentAfter(6 * MINUTE)).toBe(1)
    const mail = await newestMail(box, anna, /vakantie/)
    expect(mail.subject).toBe(`${bram.username} is op vakantie tot woensdag 25 november om 13:00 CET`)
    expect(mail.text).toContain(`https://tegenzet.example/players/${bram.username}`)
    expect(oneClickUnsubscribe(mail).address).toMatch(/vacation/)
  })

  test('report the outcome of a report to the reporter', async () => {
    await setReminders(anna, { mails: ['report'] })
    await reported('Blijf beleefd', { verdict: 'dismissed' })
    expect(await kinds(bram)).toEqual([])
    expect(await sentAfter(6 * MINUTE)).toBe(1)
    const mail = await newestMail(box, anna, /melding/)
    expect(mail.text).toContain('https://tegenzet.example/account/people')
  })

  test('report a warning at once whatever the settings, to a verified address only', async () => {
    await setReminders(bram, { digest: { at: '07:30' } })
    await reported('Stay polite', { verdict: 'upheld', warn: true })
    await consumeAllEvents(server)
    expect(await sentAfter(0, bram)).toBe(1)
    const mail = await newestMail(box, bram, /warned/)
    expect(mail.text).toContain(`boss${serial}, an admin of Tegenzet, has given you a warning`)
    expect(mail.text).toContain('Stay polite')
    expect(mail.text).toContain('https://tegenzet.example/account')
    expect(mail.headers.has('list')).toBe(false)

    const game = await gameWithRepetition(server, anna, bram)
    const claim = await fileRepetition(anna, game)
    const boss = await server.player(`chief${serial}`, { role: 'admin' })
    const body = { verdict: 'reject', reason: 'Claim no more', warn: ['white', 'black'] }
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { emailVerified: false },
    })
    expect((await boss.call('ruleOnClaim', { params: { id: claim.id }, body })).status).toBe(200)
    await consumeAllEvents(server)
    expect(await kinds(anna)).toEqual(expect.not.arrayContaining(['warned']))
    expect((await kinds(bram)).filter((kind) => kind === 'warned')).toHaveLength(2)
  })
})

describe('the daily mail', () => {
  const digests = async (player = anna) =>
    (await mailsTo(server, player)).filter(({ kind }) => kind === 'digest')
  /** Runs the digest every quarter of an hour for a while. */
  async function hours(count: number) {
    const sent: string[] = []
    for (let quarter = 0; quarter < count * 4; quarter++) {
      if ((await sendDigests(server.deps, server.store)) > 0) sent.push(server.clock.now().toISOString())
      server.clock.advance(15 * MINUTE)
    }
    return sent
  }

  test('replaces single mails, with the games that wait and what happened', async () => {
    await setReminders(anna, { mails: ['challenge', 'turn', 'game-begun'], digest: { at: '07:30' } })
    const game = await beginGame(anna, bram)
    await challenge()
    const until = '2026-11-25T12:00:00.000Z'
    await bram.call('takeVacation', { body: { until } })
    await consumeAllEvents(server)
    expect(await kinds(anna)).toEqual([])
    expect(await hours(24)).toEqual(['2026-11-21T06:30:00.000Z'])
    const mail = await newestMail(box, anna, /wacht op je zet/)
    expect(mail.subject).toBe('Eén partij wacht op je zet')
    expect(mail.text).toContain(`${bram.username}, Mühle: tot maandag 23 november`)
    expect(mail.text).toContain(`https://tegenzet.example/games/${game.id}`)
    expect(mail.text).toContain(`${bram.username} daagt je uit voor een partij Molenspel.`)
    expect(mail.text).toContain(`${bram.username} is op vakantie tot woensdag 25 november om 13:00 CET.`)
    expect(oneClickUnsubscribe(mail).address).toMatch(/^\/unsubscribe\//)
    // reported events are not reported again
    await anna.call('playMove', { params: { id: game.id }, body: { move: 'd6', ply: 0 } })
    expect(await hours(24)).toEqual([])
  })

  test('is sent once a local day, also when daylight saving changes', async () => {
    await beginGame(anna, bram, { clock: { kind: 'per-move', days: 14 } })
    for (const [from, at, expected] of [
      // 2:30 occurs twice, later not at all
      ['2026-10-24T12:00:00.000Z', '02:30', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
      ['2027-03-27T12:00:00.000Z', '02:30', ['2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z']],
    ] as const) {
      server.clock.set(from)
      await server.database.prisma.account.update({
        where: { id: anna.accountId },
        data: { digestAt: null, digestSince: null, digestDay: null },
      })
      await server.database.prisma.game.updateMany({
        where: { status: 'active' },
        data: { deadline: new Date('2027-04-10T00:00:00.000Z') },
      })
      await setReminders(anna, { digest: { at } })
      expect(await hours(48)).toEqual(expected)
    }
  })

  test('is late after an outage, and skipped for days that are over', async () => {
    await setReminders(anna, { digest: { at: '14:00' } })
    await beginGame(anna, bram)
    server.clock.set('2026-11-20T19:00:00.000Z')
    expect(await hours(1)).toEqual(['2026-11-20T19:00:00.000Z'])
    server.clock.set('2026-11-22T05:00:00.000Z')
    expect(await hours(10)).toEqual(['2026-11-22T13:00:00.000Z'])
  })

  test('begins tomorrow when set to a time that has passed today', async () => {
    await beginGame(anna, bram)
    await setReminders(anna, { digest: { at: '08:00' } })
    // nothing was sent today
    await setReminders(anna, { digest: { at: '14:00' } })
    expect(await hours(4)).toEqual(['2026-11-20T13:00:00.000Z'])
    await setReminders(anna, { digest: { at: '12:00' } })
    expect(await hours(24)).toEqual(['2026-11-21T11:00:00.000Z'])
    // after a change to a later time it is sent today
    server.clock.set('2026-11-21T12:00:00.000Z')
    await setReminders(anna, { digest: { at: '20:00' } })
    expect(await hours(12)).toEqual([])
  })

  test('waits for the end of quiet hours', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { quietFrom: '22:00', quietTo: '08:00' },
    })
    await setReminders(anna, { digest: { at: '23:00' } })
    await beginGame(anna, bram)
    expect(await hours(36)).toEqual(['2026-11-21T07:00:00.000Z'])
  })

  test('is written by one of several processes, and not sent when empty', async () => {
    const other = await startServer({ database: server.database, now: server.clock.now(), env: box.env })
    for (const player of [anna, bram]) await setReminders(player, { digest: { at: '13:30' } })
    // both were sent, and the game waits for one player
    await beginGame(anna, bram)
    server.clock.advance(HOUR)
    other.clock.set(server.clock.now())
    await Promise.all([server, other, server, other].map(({ deps, store }) => sendDigests(deps, store)))
    expect([await digests(anna), await digests(bram)].map(({ length }) => length)).toEqual([1, 0])
    await other.close()
  })
})

describe('unsubscribing', () => {
  const post = (address: string, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(server.url + address, {
      method: 'POST',
      body,
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
  async function challengeMail() {
    await challenge()
    await consumeAllEvents(server)
    await sentAfter(5 * MINUTE)
    return oneClickUnsubscribe(await newestMail(box, anna, /daagt je uit/))
  }

  test('takes one click and stops that kind of mail only', async () => {
    const { address, body } = await challengeMail()
    await challenge()
    await consumeAllEvents(server)
    const answer = await post(address, body)
    expect([answer.status, await answer.json()]).toEqual([200, { kind: 'challenge' }])
    expect((await anna.call('getReminders')).body.mails).toEqual(['game-begun'])
    // waiting mails of that kind are dropped too
    expect(await sentAfter(10 * MINUTE)).toBe(1)
    expect((await post(address, body)).status).toBe(200)
    await challenge()
    await beginGame(anna, bram)
    await consumeAllEvents(server)
    expect((await kinds(anna)).slice(1)).toEqual(['game-begun'])
    // the settings can turn it on again
    await setReminders(anna, { mails: ['challenge'] })
    await challenge()
    await consumeAllEvents(server)
    expect((await kinds(anna)).at(-1)).toBe('challenge')
  })

  test('accepts both forms that mail programs send, from any origin, and nothing else', async () => {
    const { address } = await challengeMail()
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await post(address, form, { origin: 'https://mail.example' })).status).toBe(200)
    expect((await anna.call('getReminders')).body.mails).toEqual(['game-begun'])
    await setReminders(anna, { mails: ['challenge'] })
    for (const body of ['', 'List-Unsubscribe=No', 'List-Unsubscribe=One-Click&more=1'])
      expect((await post(address, body)).status).toBe(400)
    expect((await post(address, 'x', { 'content-type': 'multipart/form-data; boundary=y' })).status).toBe(400)
    for (const method of ['GET', 'HEAD']) await fetch(server.url + address, { method })
    expect((await anna.call('getReminders')).body.mails).toEqual(['challenge'])
  })

  test('refuses forged links and links changed to another kind or account', async () => {
    const { address, body } = await challengeMail()
    const [, id, signature] = /(\d+)\.challenge\.(.+)$/.exec(address)!
    for (const token of [
      `${id}.turn.${signature}`,
      `${Number(id) + 1}.challenge.${signature}`,
      `${id}.challenge.${signature!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      'nonsense',
    ]) {
      const answer = await post(`/unsubscribe/${token}`, body)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'link-expired'])
    }
    expect((await anna.call('getReminders')).body.mails).toEqual(['challenge', 'game-begun'])
    expect(lines.filter((line) => line.includes('unsubscribe'))).not.toEqual([])
    expect(lines.join('\n')).not.toContain(signature)
  })

  test('from reminders keeps notifications, from the daily mail sends no single ones instead', async () => {
    await setReminders(anna, {
      reminders: [
        { hoursBefore: 24, app: true, mail: true },
        { shareLeft: 0.25, app: false, mail: true },
      ],
      mails: ['challenge'],
      digest: { at: '07:30' },
    })
    for (const kind of ['reminder', 'digest'] as const) {
      const { pathname } = new URL(unsubscribeLink(server.deps.config, { accountId: anna.accountId, kind }))
      expect((await post(pathname, 'List-Unsubscribe=One-Click')).status).toBe(200)
    }
    expect((await anna.call('getReminders')).body).toEqual({
      reminders: [
        { hoursBefore: 24, app: true, mail: false },
        { shareLeft: 0.25, app: false, mail: false },
      ],
      mails: [],
      digest: null,
    })
  })

  test('is not offered in mails that an account needs', async () => {
    await server.call('register', {
      body: {
        username: `zoe${serial}`,
        email: `zoe${serial}@example.org`,
        password: 'correct horse battery',
      },
      headers: { origin: 'https://tegenzet.example' },
    })
    const mail = await box.newestTo(`zoe${serial}@example.org`)
    expect(mail.headers.has('list')).toBe(false)
    expect(mail.headerLines.some(({ key }) => key.startsWith('list-'))).toBe(false)
    expect(mail.text).not.toContain('unsubscribe')
  })
})
