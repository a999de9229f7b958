import type { Game, Reminder } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remind as remindDue } from '../../src/delivery/reminders/remind.ts'
import { planChecks } from '../../src/delivery/reminders/reminder-checks.ts'
import { giveTimeBack } from '../../src/play/outages/give-time-back.ts'
import { mailsTo, newestMail, verifiedPlayer } from '../people/player-mails.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition, repeatingMoves } from '../play/repetition-games.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'
import { type Mailbox, openMailbox } from '../server/mailbox.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let box: Mailbox
let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, PUBLIC_URL: 'https://tegenzet.example' } })
})
afterAll(async () => {
  await server?.close()
  await box?.close()
})
beforeEach(async () => {
  server.clock.set('2026-11-20T12:00:00.000Z')
  await server.database.prisma.lease.updateMany({ data: { at: new Date(0) } })
  await server.database.prisma.outage.deleteMany()
  anna = await verifiedPlayer(server, `anna${++serial}`, { timezone: 'Europe/Amsterdam' })
  bram = await verifiedPlayer(server, `bram${serial}`)
})

const both = { app: true, mail: true }
const setReminders = (player: TestPlayer, reminders: Reminder[]) =>
  player.call('setReminders', { body: { reminders, mails: [], digest: null } })
/** A player's reminders, each by its time before the deadline. */
async function reminderNotifications(player: TestPlayer) {
  const { items } = (await player.call('listNotices', { query: { limit: 100 } })).body
  return items.filter(({ kind }: { kind: string }) => kind === 'reminder').reverse()
}
const remindersOf = async (player: TestPlayer) => ({
  app: (await reminderNotifications(player)).map(
    ({ game, createdAt }: { game: number; createdAt: string }) => [game, createdAt],
  ),
  mail: (await mailsTo(server, player)).filter(({ kind }) => kind === 'reminder').length,
})
const at = (text: string) => server.clock.set(text)
/** Runs the periodic task after the events of the outbox have been processed, as on a running server. */
async function remind(on: Pick<TestServer, 'deps' | 'store'>) {
  await consumeAllEvents(on)
  return remindDue(on.deps, on.store)
}
/** Runs it every minute for a while. */
async function runEveryMinute(count: number) {
  for (let i = 0; i < count; i++) {
    await remind(server)
    server.clock.advance(MINUTE)
  }
}

describe('reminder settings', () => {
  test('of a new account: a day before, in the app and by mail, and few other mails', async () => {
    expect((await anna.call('getReminders')).body).toEqual({
      reminders: [{ hoursBefore: 24, ...both }],
      mails: ['challenge', 'game-begun'],
      digest: null,
    })
  })

  test('are stored as they are set', async () => {
    const body = {
      reminders: [
        { hoursBefore: 336, app: false, mail: true },
        { shareLeft: 0.25, app: true, mail: false },
        { hoursBefore: 1, app: false, mail: false },
      ],
      mails: ['turn', 'claim'],
      digest: { at: '07:30' },
    }
    expect((await anna.call('setReminders', { body })).body).toEqual(body)
    expect((await anna.call('getReminders')).body).toEqual(body)
    const none = { reminders: [], mails: [], digest: null }
    expect((await anna.call('setReminders', { body: none })).body).toEqual(none)
  })

  test('round shares to the hundredth', async () => {
    const { body } = await setReminders(anna, [{ shareLeft: 1 / 3, ...both }])
    expect(body.reminders).toEqual([{ shareLeft: 0.33, ...both }])
  })

  test.each([
    { reminders: [{ hoursBefore: 0, ...both }] },
    { reminders: [{ hoursBefore: 337, ...both }] },
    { reminders: [{ hoursBefore: 1.5, ...both }] },
    { reminders: [{ shareLeft: 0.04, ...both }] },
    { reminders: [{ shareLeft: 0.5, hoursBefore: 2, ...both }] },
    { reminders: [{ hoursBefore: 2 }] },
    {
      reminders: [
        { hoursBefore: 2, ...both },
        { hoursBefore: 2, app: false, mail: true },
      ],
    },
    {
      reminders: [
        { shareLeft: 0.25, ...both },
        { shareLeft: 0.251, ...both },
      ],
    },
    { reminders: Array.from({ length: 11 }, (_, i) => ({ hoursBefore: i + 1, ...both })) },
    { mails: ['weather'] },
    { mails: ['turn', 'turn'] },
    { digest: { at: '24:00' } },
    { digest: { at: '7:30' } },
  ])('refuse %j', async (part) => {
    const answer = await anna.call('setReminders', {
      body: { reminders: [], mails: [], digest: null, ...part },
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
  })

  test('are private and need a scope', async () => {
    const reads = await server.player(`reads${serial}`, { scopes: ['account:read'] })
    expect((await reads.call('getReminders')).status).toBe(200)
    expect((await setReminders(reads, [])).body.code).toBe('missing-scope')
    const blind = await server.player(`blind${serial}`, { scopes: ['game:play'] })
    expect((await blind.call('getReminders')).body.code).toBe('missing-scope')
    expect((await server.call('getReminders')).status).toBe(401)
  })
})

describe('a reminder', () => {
  test('is sent the set hours before the deadline, in the app and by mail, to the player to move', async () => {
    const game = await beginGame(anna, bram)
    const socket = await openSocket(server.url, { token: anna.token })
    at('2026-11-22T11:59:59.999Z')
    await remind(server)
    expect(await remindersOf(anna)).toEqual({ app: [], mail: 0 })
    at('2026-11-22T12:00:00.000Z')
    await remind(server)
    const message = await socket.waitFor('notice', ({ notice }) => notice.kind === 'reminder')
    expect(message.notice).toMatchObject({
      kind: 'reminder',
      game: game.id,
      params: { by: bram.username, rules: 'muehle', deadline: '2026-11-23T12:00:00.000Z' },
    })
    socket.socket.close()
    const mail = await newestMail(box, anna, /running out/)
    expect(mail.subject).toBe(`Your time against ${bram.username} is running out`)
    expect(mail.text).toContain(`${bram.username}, Mühle: until Monday 23 November at 13:00 CET`)
    expect(mail.text).toContain(`https://tegenzet.example/games/${game.id}`)
    expect(await remindersOf(bram)).toEqual({ app: [], mail: 0 })
  })

  test('is sent once, however many processes look for it', async () => {
    const other = await startServer({ database: server.database, now: server.clock.now(), env: box.env })
    const game = await beginGame(anna, bram)
    server.clock.advance(2 * 24 * HOUR)
    other.clock.set(server.clock.now())
    await Promise.all([remind(server), remind(other), remind(server), remind(other)])
    await runEveryMinute(10)
    expect(await remindersOf(anna)).toEqual({ app: [[game.id, '2026-11-22T12:00:00.000Z']], mail: 1 })
    await other.close()
  })

  test('is not sent after the move, and is sent again in the next turn', async () => {
    const game = await beginGame(anna, bram)
    server.clock.advance(2 * 24 * HOUR - MINUTE)
    await playMoves(game, anna, bram, ['d6'])
    await runEveryMinute(5)
    expect((await remindersOf(anna)).app).toEqual([])
    await bram.call('playMove', { params: { id: game.id }, body: { move: 'f4', ply: 1 } })
    server.clock.advance(2 * 24 * HOUR)
    await runEveryMinute(3)
    expect(await remindersOf(anna)).toMatchObject({ app: [[game.id, expect.any(String)]], mail: 1 })
    expect((await remindersOf(bram)).app).toEqual([])
  })

  test('is never sent after a concurrent move', async () => {
    for (let i = 0; i < 8; i++) {
      const game = await beginGame(anna, bram)
      server.clock.advance(2 * 24 * HOUR)
      const [, { body }] = await Promise.all([
        remind(server),
        anna.call('playMove', { params: { id: game.id }, body: { move: 'd6', ply: 0 } }),
      ])
      expect(body.game.ply).toBe(1)
      const events = await server.database.prisma.$queryRaw<{ type: string }[]>`
        SELECT e.type FROM events e WHERE (e.type = 'game' AND e.game_id = ${game.id} AND e.version = 1)
          OR (e.type = 'notice' AND e.payload->>'kind' = 'reminder' AND (e.payload->>'game')::int = ${game.id})
        ORDER BY e.tx, e.id`
      expect(events.map(({ type }) => type)).toSatisfy((types: string[]) => types.at(-1) === 'game')
      await bram.call('resign', { params: { id: game.id } })
    }
  })

  test('follows a deadline that moves in either direction', async () => {
    const game = await beginGame(anna, bram)
    const move = async (deadline: string) => {
      await server.database.prisma.game.update({
        where: { id: game.id },
        data: { deadline: new Date(deadline) },
      })
      await planChecks(server.store, [game.id])
    }
    await move('2026-11-25T12:00:00.000Z')
    at('2026-11-22T12:00:00.000Z')
    await runEveryMinute(2)
    expect((await remindersOf(anna)).app).toEqual([])
    await move('2026-11-23T11:00:00.000Z')
    await runEveryMinute(2)
    expect((await remindersOf(anna)).app).toHaveLength(1)
    // moved again: there is one reminder per turn
    await move('2026-11-30T12:00:00.000Z')
    at('2026-11-29T12:00:00.000Z')
    await runEveryMinute(2)
    expect((await remindersOf(anna)).app).toHaveLength(1)
  })

  test('follows settings that change during the turn', async () => {
    await beginGame(anna, bram)
    at('2026-11-21T18:00:00.000Z')
    await runEveryMinute(2)
    await setReminders(anna, [
      { hoursBefore: 72, ...both },
      { hoursBefore: 48, ...both },
    ])
    await runEveryMinute(2)
    expect((await remindersOf(anna)).app).toHaveLength(1)
  })

  test('is forgotten with its turn', async () => {
    const { sentReminder, reminderCheck } = server.database.prisma
    const game = await beginGame(anna, bram)
    const of = { where: { gameId: game.id } }
    at('2026-11-22T12:00:00.000Z')
    await runEveryMinute(1)
    expect([await sentReminder.count(of), await reminderCheck.count(of)]).toEqual([1, 1])
    await anna.call('cancelGame', { params: { id: game.id } })
    at('2026-11-23T12:00:01.000Z')
    await runEveryMinute(1)
    expect([await sentReminder.count(of), await reminderCheck.count(of)]).toEqual([0, 0])
  })

  test('is sent when the set share of the time is left', async () => {
    await setReminders(anna, [{ shareLeft: 0.25, app: true, mail: false }])
    const game = await beginGame(anna, bram)
    at('2026-11-22T17:59:00.000Z')
    await runEveryMinute(3)
    expect(await remindersOf(anna)).toEqual({ app: [[game.id, '2026-11-22T18:00:00.000Z']], mail: 0 })
  })

  describe('a reminder at a share of the time', () => {
    const QUARTER = { shareLeft: 0.25, app: true, mail: false }
    const remindedAt = async () => (await remindersOf(anna)).app.map(([, when]: [number, string]) => when)
    /** Runs the task right before a moment and at it. @returns whether anna has been reminded then */
    async function around(moment: string) {
      server.clock.set(new Date(Date.parse(moment) - 1))
      await remind(server)
      const before = await remindedAt()
      at(moment)
      await remind(server)
      return [before, await remindedAt()]
    }

    test('uses the turn’s total time, also if a vacation is planned or taken meanwhile', async () => {
      await setReminders(anna, [QUARTER])
      await beginGame(anna, bram)
      at('2026-11-21T12:00:00.000Z')
      const plan = { from: '2026-11-26T12:00:00.000Z', until: '2026-11-27T12:00:00.000Z' }
      expect((await anna.call('takeVacation', { body: plan })).status).toBe(201)
      at('2026-11-22T00:00:00.000Z')
      const taken = await anna.call('takeVacation', { body: { until: '2026-11-23T00:00:00.000Z' } })
      expect(taken.status).toBe(201)
      const due = '2026-11-23T18:00:00.000Z'
      expect(await around(due)).toEqual([[], [due]])
    })

    test('gets an outage back with the clock', async () => {
      await setReminders(anna, [QUARTER])
      await beginGame(anna, bram)
      server.clock.advance(2 * 24 * HOUR)
      await server.database.prisma.heartbeat.updateMany({ data: { at: server.clock.now() } })
      server.clock.advance(2 * HOUR)
      await server.heartbeat.update()
      await giveTimeBack(server.store, server.clock.now())
      // from here on the test's clock jumps
      server.heartbeat.lastAt = null
      const due = '2026-11-22T20:00:00.000Z'
      expect(await around(due)).toEqual([[], [due]])
    })

    test('of a bank uses what it held when the turn began, also after a claim', async () => {
      await setReminders(anna, [QUARTER])
      const clock = { kind: 'bank', days: 4, incrementHours: 0, capDays: 4 } as const
      const game = await gameWithRepetition(server, anna, bram, { clock })
      server.clock.advance(2 * 24 * HOUR)
      const claim = await fileRepetition(anna, game)
      server.clock.advance(12 * HOUR)
      const withdrawn = await anna.call('withdrawClaim', { params: { id: claim.id } })
      expect(withdrawn.body.game.deadline).toBe('2026-11-24T12:00:00.000Z')
      const due = '2026-11-23T12:00:00.000Z'
      expect(await around(due)).toEqual([[], [due]])
      const next = (
        await anna.call('playMove', {
          params: { id: game.id },
          body: { move: repeatingMoves('molenspel', game.ply + 1).at(-1)!, ply: game.ply },
        })
      ).body.game
      await bram.call('playMove', {
        params: { id: game.id },
        body: { move: repeatingMoves('molenspel', next.ply + 1).at(-1)!, ply: next.ply },
      })
      // a day is left, and a quarter of it is six hours
      const again = '2026-11-24T06:00:00.000Z'
      expect(await around(again)).toEqual([[due], [due, again]])
    })

    test('uses half the time where the set hours exceed it, however often the clock was stopped', async () => {
      await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } })
      server.clock.advance(6 * HOUR)
      const plan = { from: '2026-11-26T12:00:00.000Z', until: '2026-11-27T12:00:00.000Z' }
      expect((await anna.call('takeVacation', { body: plan })).status).toBe(201)
      const due = '2026-11-21T00:00:00.000Z'
      expect(await around(due)).toEqual([[], [due]])
    })
  })

  test('that is due before the turn begins is sent at half the time', async () => {
    const game = await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } })
    await runEveryMinute(2)
    at('2026-11-20T23:59:00.000Z')
    await runEveryMinute(3)
    expect((await remindersOf(anna)).app).toEqual([[game.id, '2026-11-21T00:00:00.000Z']])
  })

  test('after an outage only the nearest is sent, and none after the deadline', async () => {
    await setReminders(anna, [
      { hoursBefore: 48, app: false, mail: true },
      { hoursBefore: 24, ...both },
      { hoursBefore: 2, ...both },
    ])
    const game = await beginGame(anna, bram)
    const late = await beginGame(anna, bram, { clock: { kind: 'per-move', days: 2 } })
    at('2026-11-22T13:00:00.000Z')
    await runEveryMinute(3)
    // the game with two days is overdue
    expect(await remindersOf(anna)).toEqual({ app: [[game.id, '2026-11-22T13:00:00.000Z']], mail: 1 })
    expect(late.deadline).toBe('2026-11-22T12:00:00.000Z')
    at('2026-11-23T10:00:00.000Z')
    await runEveryMinute(2)
    expect(await remindersOf(anna)).toMatchObject({
      app: [[], []].map(() => [game.id, expect.any(String)]),
      mail: 2,
    })
  })

  test('of several games at once is one mail', async () => {
    const games: Game[] = []
    for (let i = 0; i < 3; i++) games.push(await beginGame(anna, bram))
    server.clock.advance(2 * 24 * HOUR)
    await runEveryMinute(2)
    const mail = await newestMail(box, anna, /3 games/)
    for (const { id } of games) expect(mail.html).toContain(`href="https://tegenzet.example/games/${id}"`)
    expect(await remindersOf(anna)).toMatchObject({ app: { length: 3 }, mail: 1 })
  })

  test('is not mailed to unverified addresses or bots', async () => {
    await server.database.prisma.account.update({
      where: { id: anna.accountId },
      data: { emailVerified: false },
    })
    await beginGame(anna, bram)
    const bot = await server.player(`bot${serial}`, { kind: 'bot' })
    await beginGame(bot, bram)
    server.clock.advance(2 * 24 * HOUR)
    await runEveryMinute(2)
    expect(await remindersOf(anna)).toMatchObject({ app: { length: 1 }, mail: 0 })
    expect(await remindersOf(bot)).toEqual({ app: [], mail: 0 })
  })

  test('is not sent for a game that is over or frozen by a claim', async () => {
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4'])
    await bram.call('resign', { params: { id: game.id } })
    server.clock.advance(2 * 24 * HOUR)
    await runEveryMinute(2)
    expect((await remindersOf(anna)).app).toEqual([])
  })

  test('waits while a vacation stops the clock and then follows the new deadline', async () => {
    const { body: earlier } = await bram.call('createChallenge', {
      body: {
        rules: 'muehle',
        opponent: anna.username,
        colour: 'black',
        clock: { kind: 'per-move', days: 3 },
        vacation: false,
      },
    })
    const without = (await anna.call('acceptChallenge', { params: { id: earlier.id } })).body.game
    const game = await beginGame(anna, bram)
    server.clock.advance(24 * HOUR)
    const taken = await anna.call('takeVacation', { body: { until: '2026-11-25T12:00:00.000Z' } })
    expect(taken.status).toBe(201)
    at('2026-11-22T12:00:00.000Z')
    await runEveryMinute(2)
    // in the game without vacations the clock runs on
    expect((await remindersOf(anna)).app).toEqual([[without.id, '2026-11-22T12:00:00.000Z']])
    at('2026-11-25T11:59:00.000Z')
    await runEveryMinute(3)
    const { deadline } = (await anna.call('getGame', { params: { id: game.id } })).body
    expect(deadline).toBe('2026-11-27T12:00:00.000Z')
    expect((await remindersOf(anna)).app).toHaveLength(1)
    at('2026-11-26T12:00:00.000Z')
    await runEveryMinute(2)
    expect((await remindersOf(anna)).app.at(-1)).toEqual([game.id, '2026-11-26T12:00:00.000Z'])
  })

  test('that fails half-way is rolled back and sent whole the next time', async () => {
    await beginGame(anna, bram)
    server.clock.advance(2 * 24 * HOUR)
    const { pool } = server.database
    await pool.query(`ALTER TABLE mails ADD CONSTRAINT no_more CHECK (kind <> 'reminder') NOT VALID`)
    await expect(remind(server)).rejects.toThrow()
    expect(await remindersOf(anna)).toEqual({ app: [], mail: 0 })
    await pool.query(`ALTER TABLE mails DROP CONSTRAINT no_more`)
    await runEveryMinute(2)
    expect(await remindersOf(anna)).toMatchObject({ app: { length: 1 }, mail: 1 })
  })
})

describe('within quiet hours', () => {
  const night = { timezone: 'Europe/Amsterdam', quietFrom: '22:00', quietTo: '08:00' }
  const sleeper = async (reminders: Reminder[]) => {
    const player = await verifiedPlayer(server, `sleeper${serial}`, night)
    await setReminders(player, reminders)
    return player
  }

  test('a reminder waits for their end', async () => {
    const cleo = await sleeper([{ hoursBefore: 24, ...both }])
    at('2026-11-20T02:00:00.000Z')
    // 3:00 in Amsterdam; the deadline moves to 8:00
    const game = await beginGame(cleo, bram)
    expect(game.deadline).toBe('2026-11-23T07:00:00.000Z')
    await server.database.prisma.game.update({
      where: { id: game.id },
      data: { deadline: new Date('2026-11-23T02:00:00.000Z') },
    })
    at('2026-11-22T02:00:00.000Z')
    await runEveryMinute(2)
    at('2026-11-22T06:58:00.000Z')
    await runEveryMinute(4)
    expect(await remindersOf(cleo)).toEqual({ app: [[game.id, '2026-11-22T07:00:00.000Z']], mail: 1 })
  })

  test('a reminder whose deadline is their end is sent right before they begin', async () => {
    const cleo = await sleeper([{ hoursBefore: 2, ...both }])
    at('2026-11-20T02:00:00.000Z')
    const game = await beginGame(cleo, bram)
    at('2026-11-22T20:57:00.000Z')
    await runEveryMinute(5)
    expect(await remindersOf(cleo)).toEqual({ app: [[game.id, '2026-11-22T20:59:00.000Z']], mail: 1 })
  })

  test('a reminder that cannot wait is sent anyway if their beginning was missed', async () => {
    const cleo = await sleeper([{ hoursBefore: 2, ...both }])
    at('2026-11-20T02:00:00.000Z')
    const game = await beginGame(cleo, bram)
    at('2026-11-23T04:59:00.000Z')
    await runEveryMinute(3)
    expect((await remindersOf(cleo)).app).toEqual([[game.id, '2026-11-23T05:00:00.000Z']])
  })
})
