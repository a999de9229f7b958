import type { Reminders } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDigests } from '../src/delivery/reminders/digest.ts'
import { unsubscribeLink } from '../src/mail/unsubscribe-token.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { feedAll } from './feed-all.ts'
import { startServer, type TestPlayer, type TestServer } from './harness.ts'
import { mailReader, mailsTo, newest, oneClick } from './mail-reader.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { filed, shuffled } from './repetitions.ts'

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
}, 120_000)
afterAll(async () => {
  await server?.close()
  await box?.close()
})
beforeEach(async () => {
  server.clock.set('2026-11-20T12:00:00.000Z')
  await server.database.prisma.account.updateMany({ data: { digestAt: null, digestSince: null } })
  anna = await mailReader(server, `anna${++serial}`, { timezone: 'Europe/Amsterdam', language: 'nl' })
  bram = await mailReader(server, `bram${serial}`)
})

const set = (player: TestPlayer, settings: Partial<Reminders>) =>
  player.call('setReminders', { body: { reminders: [], mails: [], digest: null, ...settings } })
const challenge = async () =>
  (
    await bram.call('createChallenge', {
      body: {
        ...{ rules: 'molenspel', opponent: anna.username, colour: 'white' },
        clock: { kind: 'per-move', days: 3 },
      },
    })
  ).body
const kinds = async (player: TestPlayer) => (await mailsTo(server, player)).map(({ kind }) => kind)
/** How many mails the minutes bring. */
async function sentWithin(ms: number, player = anna) {
  await server.later(ms)
  await expect
    .poll(
      async () =>
        (await mailsTo(server, player)).some(
          ({ state, attempts, nextAt }) =>
            state === 'waiting' && (attempts > 0 || nextAt <= server.clock.now()),
        ),
      { timeout: 10_000 },
    )
    .toBe(false)
  return (await mailsTo(server, player)).filter(({ state }) => state === 'sent').length
}

describe('what happens is mailed', () => {
  test('in the reader’s language, some minutes later', async () => {
    await challenge()
    await feedAll(server)
    expect(await sentWithin(4 * MINUTE)).toBe(0)
    expect(await sentWithin(MINUTE)).toBe(1)
    const mail = await newest(box, anna, /daagt je uit/)
    expect(mail.subject).toBe(`${bram.username} daagt je uit voor een partij Molenspel`)
    expect(mail.text).toContain(`Hallo ${anna.username},`)
    expect(mail.html).toContain('href="https://tegenzet.example/lobby"')
    expect(mail.text).toContain('https://tegenzet.example/account/reminders')
  })

  test('but not what was seen in the app by then', async () => {
    await challenge()
    await feedAll(server)
    const [notice] = (await anna.call('listNotices')).body.items
    await anna.call('readNotices', { body: { ids: [notice.id] } })
    expect(await sentWithin(6 * MINUTE)).toBe(0)
    expect(await mailsTo(server, anna)).toMatchObject([
      { state: 'failed', text: null, html: null, error: expect.stringContaining('seen') },
    ])
  })

  test('as far as its reader asks for it', async () => {
    await set(anna, { mails: ['message', 'game-over', 'turn'] })
    await set(bram, { mails: ['claim', 'game-over', 'challenge'] })
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4'])
    await anna.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
    await bram.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
    await anna.call('offerDraw', { params: { id: game.id }, body: {} })
    await feedAll(server)
    await bram.call('resign', { params: { id: game.id } })
    await feedAll(server)
    // never of what one did oneself: bram began the game by accepting, and resigned
    expect((await kinds(anna)).sort()).toEqual(['game-over', 'message', 'turn'])
    expect((await kinds(bram)).sort()).toEqual(['challenge', 'claim'])
    expect(await set(anna, { mails: [] })).toMatchObject({ status: 200 })
    await challenge()
    await feedAll(server)
    expect(await kinds(anna)).toHaveLength(3)
  })

  test('a turn, unless the move has been made by then', async () => {
    await set(bram, { mails: ['turn'] })
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6'])
    await feedAll(server)
    expect(await sentWithin(5 * MINUTE, bram)).toBe(1)
    const mail = await newest(box, bram, /Your move/)
    expect(mail.text).toContain(`${anna.username} has moved, and it is your turn`)
    await playMoves({ ...game, ply: 1, turn: 'black' }, anna, bram, ['f4', 'd2'])
    await feedAll(server)
    await bram.call('playMove', { params: { id: game.id }, body: { move: 'b4', ply: 3 } })
    expect(await sentWithin(5 * MINUTE, bram)).toBe(1)
    expect((await mailsTo(server, bram)).at(-1)).toMatchObject({ kind: 'turn', state: 'failed' })
  })

  test('after quiet hours, where it happens within them', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { quietFrom: '22:00', quietTo: '08:00' },
    })
    server.clock.set('2026-11-20T20:58:00.000Z')
    await challenge()
    await feedAll(server)
    // five minutes later they have begun
    expect((await mailsTo(server, anna))[0]!.nextAt).toEqual(new Date('2026-11-21T07:00:00.000Z'))
    expect(await sentWithin(10 * HOUR)).toBe(0)
    expect(await sentWithin(5 * MINUTE)).toBe(1)
  })

  test('to no address that is not verified, and nowhere where the server sends no mail', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { emailVerified: false },
    })
    await challenge()
    await feedAll(server)
    expect(await kinds(anna)).toEqual([])
    const bare = await startServer()
    const [cleo, dirk] = [await mailReader(bare, 'cleo'), await mailReader(bare, 'dirk')]
    await beginGame(cleo, dirk)
    await feedAll(bare)
    expect(await bare.database.prisma.mail.count()).toBe(0)
    await bare.close()
  }, 120_000)
})

describe('what else happens is mailed', () => {
  const admin = () => server.player(`boss${serial}`, { role: 'admin' })
  const reported = async (reason: string, more: object) => {
    const { body } = await anna.call('reportPlayer', {
      ...{ params: { username: bram.username }, body: { reason: 'abuse', text: 'Scheldt' } },
    })
    const verdict = await (await admin()).call('ruleOnReport', {
      ...{ params: { id: body.id }, body: { reason, ...more } },
    })
    expect(verdict.status).toBe(200)
    await feedAll(server)
  }

  test('an opponent’s vacation, once however many games, in the reader’s own time', async () => {
    await set(anna, { mails: ['vacation'] })
    await beginGame(anna, bram)
    await beginGame(anna, bram)
    const until = '2026-11-25T12:00:00.000Z'
    expect((await bram.call('takeVacation', { body: { until } })).status).toBe(201)
    await feedAll(server)
    expect(await sentWithin(6 * MINUTE)).toBe(1)
    const mail = await newest(box, anna, /vakantie/)
    expect(mail.subject).toBe(`${bram.username} is met vakantie tot woensdag 25 november om 13:00 CET`)
    expect(mail.text).toContain(`https://tegenzet.example/players/${bram.username}`)
    expect(oneClick(mail).address).toMatch(/vacation/)
  })

  test('what became of a report, for who made it', async () => {
    await set(anna, { mails: ['report'] })
    await reported('Blijf beleefd', { verdict: 'dismissed' })
    expect(await kinds(bram)).toEqual([])
    expect(await sentWithin(6 * MINUTE)).toBe(1)
    const mail = await newest(box, anna, /melding/)
    expect(mail.text).toContain('https://tegenzet.example/account/people')
  })

  test('a warning at once, whatever one has chosen and after a claim too, and none but to the address that is theirs', async () => {
    await set(bram, { digest: { at: '07:30' } })
    await reported('Stay polite', { verdict: 'upheld', warn: true })
    await feedAll(server)
    expect(await sentWithin(0, bram)).toBe(1)
    const mail = await newest(box, bram, /warned/)
    expect(mail.text).toContain(`boss${serial}, an admin of Tegenzet, has warned you`)
    expect(mail.text).toContain('Stay polite')
    expect(mail.text).toContain('https://tegenzet.example/account')
    expect(mail.headers.has('list')).toBe(false)

    const game = await shuffled(server, anna, bram)
    const claim = await filed(anna, game)
    const boss = await server.player(`chief${serial}`, { role: 'admin' })
    const body = { verdict: 'reject', reason: 'Claim no more', warn: ['white', 'black'] }
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { emailVerified: false },
    })
    expect((await boss.call('ruleOnClaim', { params: { id: claim.id }, body })).status).toBe(200)
    await feedAll(server)
    expect(await kinds(anna)).toEqual(expect.not.arrayContaining(['warned']))
    expect((await kinds(bram)).filter((kind) => kind === 'warned')).toHaveLength(2)
  })
})

describe('the daily mail', () => {
  const digests = async (player = anna) =>
    (await mailsTo(server, player)).filter(({ kind }) => kind === 'digest')
  /** Every quarter of an hour of a stretch of time. */
  async function hours(count: number) {
    const sent: string[] = []
    for (let quarter = 0; quarter < count * 4; quarter++) {
      if ((await sendDigests(server.deps, server.store)) > 0) sent.push(server.clock.now().toISOString())
      server.clock.advance(15 * MINUTE)
    }
    return sent
  }

  test('comes in place of single ones, with the games that wait and what happened', async () => {
    await set(anna, { mails: ['challenge', 'turn', 'game-begun'], digest: { at: '07:30' } })
    const game = await beginGame(anna, bram)
    await challenge()
    const until = '2026-11-25T12:00:00.000Z'
    await bram.call('takeVacation', { body: { until } })
    await feedAll(server)
    expect(await kinds(anna)).toEqual([])
    expect(await hours(24)).toEqual(['2026-11-21T06:30:00.000Z'])
    const mail = await newest(box, anna, /wacht op je zet/)
    expect(mail.subject).toBe('Eén partij wacht op je zet')
    expect(mail.text).toContain(`${bram.username}, Mühle (Brettspielnetz): tot maandag 23 november`)
    expect(mail.text).toContain(`https://tegenzet.example/games/${game.id}`)
    expect(mail.text).toContain(`${bram.username} daagt je uit voor een partij Molenspel.`)
    expect(mail.text).toContain(`${bram.username} is met vakantie tot woensdag 25 november om 13:00 CET.`)
    expect(oneClick(mail).address).toMatch(/^\/unsubscribe\//)
    // what it told is not told again
    await anna.call('playMove', { params: { id: game.id }, body: { move: 'd6', ply: 0 } })
    expect(await hours(24)).toEqual([])
  })

  test('comes once a local day, also when the clock is changed', async () => {
    await beginGame(anna, bram, { clock: { kind: 'per-move', days: 14 } })
    for (const [from, at, expected] of [
      // 2:30 comes twice; then it does not come
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
      await set(anna, { digest: { at } })
      expect(await hours(48)).toEqual(expected)
    }
  })

  test('of a day in which the server was away is late, and of a day that is over left out', async () => {
    await set(anna, { digest: { at: '14:00' } })
    await beginGame(anna, bram)
    server.clock.set('2026-11-20T19:00:00.000Z')
    expect(await hours(1)).toEqual(['2026-11-20T19:00:00.000Z'])
    server.clock.set('2026-11-22T05:00:00.000Z')
    expect(await hours(10)).toEqual(['2026-11-22T13:00:00.000Z'])
  })

  test('set to a time of day that is over begins tomorrow', async () => {
    await beginGame(anna, bram)
    await set(anna, { digest: { at: '08:00' } })
    // nothing has come today
    await set(anna, { digest: { at: '14:00' } })
    expect(await hours(4)).toEqual(['2026-11-20T13:00:00.000Z'])
    await set(anna, { digest: { at: '12:00' } })
    expect(await hours(24)).toEqual(['2026-11-21T11:00:00.000Z'])
    // set to a later time, it has come today
    server.clock.set('2026-11-21T12:00:00.000Z')
    await set(anna, { digest: { at: '20:00' } })
    expect(await hours(12)).toEqual([])
  })

  test('whose time is within quiet hours comes at their end', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { quietFrom: '22:00', quietTo: '08:00' },
    })
    await set(anna, { digest: { at: '23:00' } })
    await beginGame(anna, bram)
    expect(await hours(36)).toEqual(['2026-11-21T07:00:00.000Z'])
  })

  test('is written by one of several processes, and does not come where there is nothing to tell', async () => {
    const other = await startServer({ database: server.database, now: server.clock.now(), env: box.env })
    for (const player of [anna, bram]) await set(player, { digest: { at: '13:30' } })
    // both have been told, the game waits for one
    await beginGame(anna, bram)
    server.clock.advance(HOUR)
    other.clock.set(server.clock.now())
    await Promise.all([server, other, server, other].map(({ deps, store }) => sendDigests(deps, store)))
    expect([await digests(anna), await digests(bram)].map(({ length }) => length)).toEqual([1, 0])
    await other.close()
  }, 120_000)
})

describe('the way out', () => {
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
    await feedAll(server)
    await sentWithin(5 * MINUTE)
    return oneClick(await newest(box, anna, /daagt je uit/))
  }

  test('is one click: that kind does not come any more, the others do', async () => {
    const { address, body } = await challengeMail()
    await challenge()
    await feedAll(server)
    const answer = await post(address, body)
    expect([answer.status, await answer.json()]).toEqual([200, { kind: 'challenge' }])
    expect((await anna.call('getReminders')).body.mails).toEqual(['game-begun'])
    // what was on its way is not sent either
    expect(await sentWithin(10 * MINUTE)).toBe(1)
    expect((await post(address, body)).status).toBe(200)
    await challenge()
    await beginGame(anna, bram)
    await feedAll(server)
    expect((await kinds(anna)).slice(1)).toEqual(['game-begun'])
    // and back again in the settings
    await set(anna, { mails: ['challenge'] })
    await challenge()
    await feedAll(server)
    expect((await kinds(anna)).at(-1)).toBe('challenge')
  })

  test('takes either form that mail programs send, from wherever they are, and nothing else', async () => {
    const { address } = await challengeMail()
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await post(address, form, { origin: 'https://mail.example' })).status).toBe(200)
    expect((await anna.call('getReminders')).body.mails).toEqual(['game-begun'])
    await set(anna, { mails: ['challenge'] })
    for (const body of ['', 'List-Unsubscribe=No', 'List-Unsubscribe=One-Click&more=1'])
      expect((await post(address, body)).status).toBe(400)
    expect((await post(address, 'x', { 'content-type': 'multipart/form-data; boundary=y' })).status).toBe(400)
    for (const method of ['GET', 'HEAD']) await fetch(server.url + address, { method })
    expect((await anna.call('getReminders')).body.mails).toEqual(['challenge'])
  })

  test('is not to be guessed, nor turned to another kind or account', async () => {
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

  test('of reminders leaves the notices, of the daily mail no single ones in its place', async () => {
    await set(anna, {
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

  test('is in no mail that an account cannot do without', async () => {
    await server.call('register', {
      body: {
        username: `zoe${serial}`,
        email: `zoe${serial}@example.org`,
        password: 'correct horse battery',
      },
      headers: { origin: 'https://tegenzet.example' },
    })
    const mail = await box.to(`zoe${serial}@example.org`)
    expect(mail.headers.has('list')).toBe(false)
    expect(mail.headerLines.some(({ key }) => key.startsWith('list-'))).toBe(false)
    expect(mail.text).not.toContain('unsubscribe')
  })
})
