import type { Clock, Game, Schedule } from '@tegenzet/contract'
import { legalMoves, opponent, type RuleSetId, ruleSet, type Side } from '@tegenzet/rules'
import { expect } from 'vitest'
import { endOverdueGames } from '../../src/deadlines/sweep.ts'
import { seeded } from '../../src/demo/seeded.ts'
import { beat } from '../../src/outages/beat.ts'
import { remind } from '../../src/reminders/remind.ts'
import { followVacations } from '../../src/vacations/follow-vacations.ts'
import { beginGame } from '../begin-game.ts'
import type { Answer, TestPlayer, TestServer } from '../harness.ts'
import {
  deadlineOf,
  type Interval,
  isQuiet,
  leftAt,
  pass,
  read,
  type SlowGame,
  spent,
} from './slow-clocks.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Of the sweep: a game is ended so long after its deadline, or up to a minute later. */
const GRACE_MS = 5000
/** Between two looks for reminders, and between a player's thoughts of a vacation. */
const LOOK_MS = 2 * HOUR

/** Two that claim before they move, and one that draws by itself. */
const RULES: readonly RuleSetId[] = ['molenspel', 'merels', 'moulin', 'halma']
/** Both ends of daylight saving on both halves of the earth, and offsets of a quarter of an hour. */
const ZONES = [
  ...['Europe/Amsterdam', 'America/New_York', 'Australia/Sydney', 'Pacific/Auckland', 'Asia/Kathmandu'],
  ...['America/Santiago', 'Pacific/Chatham', 'UTC'],
]
const QUIET = [
  { from: '22:30', to: '07:15' },
  { from: '23:00', to: '02:30' },
  { from: '01:00', to: '09:00' },
]
const REMINDER_HOURS = [24, 3]

interface Person extends TestPlayer {
  vacations: (Interval & { id: number })[]
  schedule: Schedule
  /** Hours that an answer takes, on the average. */
  hours: number
  games: number
  nextThought: number
}

interface Played extends SlowGame {
  id: number
  rules: RuleSetId
  people: Record<Side, Person>
  position: string
  ply: number
  version: number
  /** The version at which the database was last compared. */
  compared: number
  claim: { id: number; by: Side; at: number; until: number; withdraws: boolean } | null
  /** What comes of this turn, and when. */
  turnTo: { at: number; how: 'move' | 'last-moment' | 'too-late' | 'never' | 'claim' | 'resign' }
  deadline: number
  /** What stood on the clock as this turn began. */
  turnTime: number
}

export interface YearSize {
  seed: number
  players: number
  days: number
  /** Hours that an answer takes. */
  hours: [number, number]
  outages: number
  start: string
}

/** What happened, to be looked at once it is over: a year in which nothing happens proves nothing. */
export interface Happened {
  games: number
  moves: number
  lastMoments: number
  tooLate: number
  timeouts: number
  claims: number
  vacations: number
  endedEarly: number
  outages: number
  reminders: number
}

/**
 * Lets players live, each by habits of their own, on a server whose clock is set from one thing that happens to the next.
 * Whatever the server says of a clock is compared with the slow clocks, to the millisecond.
 * @throws where they differ, in the words of the test framework
 */
export async function live(server: TestServer, size: YearSize): Promise<Happened> {
  const random = seeded(size.seed)
  const chance = (p: number) => random() < p
  const between = (a: number, b: number) => a + random() * (b - a)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const { clock, deps, database } = server
  const start = Date.parse(size.start)
  const end = start + size.days * DAY
  const happened: Happened = {
    ...{ games: 0, moves: 0, lastMoments: 0, tooLate: 0, timeouts: 0 },
    ...{ claims: 0, vacations: 0, endedEarly: 0, outages: 0, reminders: 0 },
  }

  let now = start
  const outages: Interval[] = []
  const running = new Map<number, Played>()
  const ended: { id: number; version: number }[] = []
  const reminded = new Set<string>()
  const admin = await server.player('arbiter', { role: 'admin' })
  const people: Person[] = []
  for (let n = 0; n < size.players; n++) people.push(await arrive(n))
  const toCome = Array.from({ length: size.outages }, () => {
    const from = Math.round(between(start + DAY, end - 2 * DAY))
    return { from, until: from + Math.round(between(2 * MINUTE, chance(0.3) ? 30 * HOUR : 3 * HOUR)) }
  })
    .sort((a, b) => a.from - b.from)
    .filter(({ from }, n, all) => n === 0 || from > all[n - 1]!.until + HOUR)
  let nextLook = start + LOOK_MS
  let lastSweep = start

  setTo(start)
  while (now < end) {
    for (const person of people) if (person.games < 3) await beginOne(person)
    const outage = toCome[0]
    const at = Math.min(...[...running.values()].map(dueAt), nextSweep(), nextLook, outage?.from ?? end, end)
    if (outage && outage.from <= at) {
      toCome.shift()
      await beAway(outage)
      continue
    }
    setTo(Math.max(now, at))
    if (nextSweep() <= now) await sweep()
    else if (nextLook <= now) await look()
    else for (const game of running.values()) if (dueAt(game) <= now) await takeTurn(game)
  }
  await sweep()
  await expectVersionsWithoutGaps()
  return happened

  /** Meanwhile the server's heart has beaten, unless it was away. */
  function setTo(at: number): void {
    now = at
    clock.set(new Date(at))
    deps.heart.beatAt = at
  }

  async function arrive(n: number): Promise<Person> {
    const daysOff = chance(0.5) ? [] : chance(0.5) ? [6, 7] : [1 + Math.floor(random() * 7)]
    const schedule: Schedule = {
      timezone: ZONES[n % ZONES.length]!,
      daysOff,
      quietHours: chance(0.6) ? pick(QUIET) : null,
    }
    const player = await server.player(`player${n}`)
    await ok(player.call('updateAccount', { body: schedule }))
    const reminders = REMINDER_HOURS.map((hoursBefore) => ({ hoursBefore, app: true, mail: false }))
    await ok(player.call('setReminders', { body: { reminders, mails: [], digest: null } }))
    const habits = { hours: between(...size.hours), games: 0, nextThought: start + between(0, 10 * DAY) }
    return { ...player, schedule, vacations: [], ...habits }
  }

  async function beginOne(white: Person): Promise<void> {
    const black = pick(people.filter((other) => other !== white))
    const rules = pick(RULES)
    const clock: Clock = chance(0.5)
      ? { kind: 'per-move', days: 1 + Math.floor(random() * 5) }
      : { kind: 'bank', ...pick(BANKS) }
    const vacation = chance(0.8)
    const game = await beginGame(white, black, { rules, clock, vacation })
    expect(game.schedules).toEqual({ white: white.schedule, black: black.schedule })
    const time = clock.days * DAY
    const played: Played = {
      ...{ id: game.id, rules, clock, vacation, people: { white, black }, players: { white, black } },
      ...{ schedules: game.schedules, left: { white: time, black: time }, turn: 'white', since: now },
      ...{
        position: game.position,
        ply: 0,
        version: 0,
        compared: -1,
        claim: null,
        deadline: 0,
        turnTime: time,
      },
      turnTo: { at: 0, how: 'never' },
    }
    running.set(game.id, played)
    white.games++
    black.games++
    happened.games++
    newTurn(played)
    expectSame(played, game)
  }

  function newTurn(game: Played): void {
    game.deadline = deadlineOf(game, outages)
    const p = random()
    const person = game.people[game.turn]
    const delay = -Math.log(1 - random()) * person.hours * HOUR
    const how =
      p < 0.05
        ? 'last-moment'
        : p < 0.07
          ? 'too-late'
          : p < 0.08
            ? 'never'
            : p < 0.095 && game.ply >= 3 && game.rules !== 'moulin' && game.rules !== 'halma'
              ? 'claim'
              : p < 0.1
                ? 'resign'
                : 'move'
    game.turnTo = { at: Math.round(now + delay), how }
  }

  /** When something happens in a game next. */
  function dueAt({ claim, deadline, turnTo: { at, how } }: Played): number {
    if (claim) return claim.until
    if (how === 'never') return Number.POSITIVE_INFINITY
    if (how === 'last-moment') return deadline
    return how === 'too-late' ? deadline + 1 + (deadline % (GRACE_MS - 1)) : at
  }

  /** The first minute at which a game is overdue or a vacation begins or ends. */
  function nextSweep(): number {
    let first = Number.POSITIVE_INFINITY
    for (const { claim, deadline } of running.values())
      if (!claim) first = Math.min(first, deadline + GRACE_MS + 1)
    for (const { vacations } of people)
      for (const { from, until } of vacations)
        for (const edge of [from, until]) if (edge > lastSweep) first = Math.min(first, edge)
    return Math.ceil(first / MINUTE) * MINUTE
  }

  async function takeTurn(game: Played): Promise<void> {
    if (game.claim) return settle(game, game.claim)
    const { how } = game.turnTo
    const isLate = now > game.deadline
    if (how === 'claim' && !isLate) return claim(game)
    const player = game.people[game.turn]
    const params = { id: game.id }
    if (how === 'resign' && !isLate) {
      const { body } = await ok(player.call('resign', { params }))
      return over(game, body.game)
    }
    const move = pick(legalMoves(ruleSet(game.rules), game.position))
    const answer = await player.call('playMove', { params, body: { move, ply: game.ply } })
    if (isLate) {
      expect(answer, say(game)).toMatchObject({ status: 409, body: { code: 'game-over' } })
      happened.tooLate++
      game.turnTo.how = 'never'
      return
    }
    expect(answer.status, say(game, answer)).toBe(201)
    moved(game, answer.body.game)
    happened.moves++
    if (how === 'last-moment') happened.lastMoments++
  }

  function moved(game: Played, after: Game): void {
    pass(game, now, outages)
    game.ply++
    game.position = after.position
    if (after.status === 'finished') {
      over(game, after)
      return
    }
    game.turnTime = game.left[game.turn]
    newTurn(game)
    expectSame(game, after)
  }

  /** Wrong, and thus for an admin to reject, or for the claimant to withdraw. */
  async function claim(game: Played): Promise<void> {
    const by = game.turn
    const answer = await game.people[by].call('fileClaim', {
      params: { id: game.id },
      body: { ground: 'repetition', positions: [game.ply - 2, game.ply - 1, game.ply] },
    })
    expect(answer.status, say(game, answer)).toBe(201)
    read(game, now, outages)
    game.since = null
    game.deadline = deadlineOf(game, outages)
    const until = now + Math.round(between(MINUTE, 4 * DAY))
    game.claim = { id: answer.body.claim.id, by, at: now, until, withdraws: chance(0.5) }
    happened.claims++
    expectSame(game, answer.body.game)
  }

  async function settle(
    game: Played,
    { id, by, at, withdraws }: NonNullable<Played['claim']>,
  ): Promise<void> {
    const params = { id }
    const body = { verdict: 'reject', reason: 'Count again.' }
    const answer = await ok(
      withdraws
        ? game.people[by].call('withdrawClaim', { params })
        : admin.call('ruleOnClaim', { params, body }),
    )
    game.claim = null
    const after: Game = answer.body.game
    game.since = at
    const lost = deadlineOf(game, outages)
    if (withdraws) game.left[by] = Math.max(0, game.left[by] - spent(game, by, at, now, outages))
    game.since = now
    if (withdraws && lost < now) {
      expect(after, say(game)).toMatchObject({ turn: null, outcome: { reason: leftReason(game) } })
      happened.timeouts++
      return over(game, after)
    }
    newTurn(game)
    // a player claims once a ply
    if (game.turnTo.how === 'claim') game.turnTo.how = 'move'
    expectSame(game, after)
  }

  function over(game: Played, after: Game): void {
    expect(after.turn, say(game)).toBe(null)
    running.delete(game.id)
    for (const side of ['white', 'black'] as const) game.people[side].games--
    ended.push({ id: game.id, version: after.version })
  }

  function leftReason({ ply }: Played) {
    return ply < 2 ? 'cancelled' : 'timeout'
  }

  /** Nobody is there to beat; then the server starts, or wakes to the call of somebody who thinks nothing happened. */
  async function beAway({ from, until }: Interval): Promise<void> {
    setTo(from)
    await database.prisma.$executeRaw`UPDATE heartbeat SET at = ${new Date(from)}::timestamptz`
    const wasOverdue = new Set([...running.values()].filter(({ deadline }) => deadline < from))
    now = until
    clock.set(new Date(until))
    outages.push({ from, until })
    for (const game of running.values()) {
      if (!wasOverdue.has(game)) game.deadline = deadlineOf(game, outages)
      game.turnTo.at = Math.max(game.turnTo.at, until + Math.round(between(0, 2 * HOUR)))
    }
    const first = [...running.values()].find(
      (game) => !game.claim && !wasOverdue.has(game) && game.deadline > until,
    )
    if (first && chance(0.5)) {
      first.turnTo = { at: until, how: 'move' }
      await takeTurn(first)
    }
    await beat(deps)
    happened.outages++
    await sweep()
  }

  /** What the server does every minute: whatever it ends was due, and whatever was due it ends. */
  async function sweep(): Promise<void> {
    lastSweep = now
    await followVacations(deps)
    await endOverdueGames(deps)
    await remindAll()
    for (const game of [...running.values()].filter(
      (each) => !each.claim && each.deadline + GRACE_MS < now,
    )) {
      const { body } = await ok(server.call('getGame', { params: { id: game.id } }))
      const reason = leftReason(game)
      const winner = reason === 'timeout' ? opponent(game.turn) : null
      expect(body, say(game)).toMatchObject({ turn: null, outcome: { reason, winner } })
      happened.timeouts++
      over(game, body)
    }
    await expectAllSame()
  }

  async function look(): Promise<void> {
    nextLook += LOOK_MS
    await remindAll()
    for (const person of people) if (person.nextThought <= now) await thinkOfVacation(person)
  }

  async function thinkOfVacation(person: Person): Promise<void> {
    person.nextThought = now + between(DAY, 12 * DAY)
    const current = person.vacations.find(({ until }) => until > now)
    if (current) {
      if (!chance(0.5)) return
      await ok(person.call('endVacation', { params: { id: current.id } }))
      if (current.from >= now) person.vacations = person.vacations.filter((each) => each !== current)
      else current.until = now
      happened.endedEarly++
    } else {
      const from = chance(0.5) ? now : now + Math.round(between(HOUR, 5 * DAY))
      const until = from + Math.round(between(DAY + MINUTE, 4 * DAY))
      const body = { until: iso(until), anyway: true, ...(from > now && { from: iso(from) }) }
      const answer = await person.call('takeVacation', { body })
      if (answer.status === 422 && answer.body.code === 'not-enough-vacation') return
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      person.vacations.push({ id: answer.body.vacation.id, from, until })
      happened.vacations++
    }
    for (const game of running.values())
      if (game.people[game.turn] === person && !game.claim && game.deadline >= now)
        game.deadline = deadlineOf(game, outages)
  }

  /** Each once, of a turn that still stands, when it is due, and to nobody whose vacation stops the clock. */
  async function remindAll(): Promise<void> {
    await remind(deps)
    const at = new Date(now)
    const sent = await database.prisma.sentReminder.findMany({ where: { createdAt: at } })
    for (const { gameId, ply, reminder } of sent) {
      const key = `${gameId} ${ply} ${reminder}`
      if (reminded.has(key)) continue
      reminded.add(key)
      happened.reminders++
      const game = running.get(gameId)
      expect(game?.ply, `reminder ${key} of ${game ? say(game) : 'no game'}`).toBe(ply)
      if (!game) continue
      expect(game.claim).toBe(null)
      expect(isAway(game), `reminder ${key} on vacation`).toBe(false)
      const { quietHours } = game.people[game.turn].schedule
      if (!quietHours)
        expect(reminderDue(game, Number.parseInt(reminder, 10)), `${key} ${say(game)}`).toBeLessThanOrEqual(
          now,
        )
    }
    const rows = await database.prisma.game.findMany({ where: { status: 'active' }, select: { id: true } })
    for (const { id } of rows) {
      const game = running.get(id)
      if (!game || isAway(game) || game.deadline <= now || isQuiet(now, game.people[game.turn].schedule))
        continue
      for (const hours of REMINDER_HOURS)
        if (reminderDue(game, hours) <= now)
          expect(reminded, say(game)).toContain(`${id} ${game.ply} ${hours}h`)
    }
    const notices = await database.prisma.notice.count({ where: { kind: 'reminder', createdAt: at } })
    expect(notices).toBeLessThanOrEqual(sent.length)
  }

  function reminderDue({ deadline, turnTime }: Played, hours: number): number {
    return deadline - (hours * HOUR < turnTime ? hours * HOUR : turnTime / 2)
  }

  function isAway({ vacation, people, turn }: Played): boolean {
    return vacation && people[turn].vacations.some(({ from, until }) => from <= now && now < until)
  }

  /** What an answer shows of the clocks, as of that answer. */
  function expectSame(game: Played, shown: Game): void {
    if (shown.version > 0) expect(shown.version, say(game)).toBeGreaterThan(game.version)
    game.version = shown.version
    expect(clocksOf(shown), say(game)).toEqual({
      ...{ turn: game.turn, ply: game.ply, deadline: game.claim ? null : iso(game.deadline) },
      white: game.left.white,
      black: game.left.black,
    })
  }

  /** All that runs, as the database has it: by its last change each. */
  async function expectAllSame(): Promise<void> {
    const rows = await database.prisma.game.findMany({ where: { status: { in: ['active', 'claimed'] } } })
    expect(rows.map(({ id }) => id).sort()).toEqual([...running.keys()].sort())
    for (const row of rows) {
      const game = running.get(row.id)!
      expect(row.version, say(game)).toBeGreaterThanOrEqual(game.version)
      game.version = row.version
      if (row.version === game.compared && row.deadline?.getTime() === game.deadline) continue
      game.compared = row.version
      const left = { ...game.left, [game.turn]: leftAt(game, row.updatedAt.getTime(), outages) }
      expect(
        {
          ...{ turn: row.turn, ply: row.ply, deadline: row.deadline?.toISOString() ?? null },
          white: Number(row.whiteRemainingMs),
          black: Number(row.blackRemainingMs),
        },
        say(game),
      ).toEqual({
        ...{ turn: game.turn, ply: game.ply, deadline: game.claim ? null : iso(game.deadline) },
        ...left,
      })
    }
  }

  /** Of every game each version has been told. */
  async function expectVersionsWithoutGaps(): Promise<void> {
    const told = await database.prisma.event.groupBy({
      by: ['gameId'],
      where: { type: 'game' },
      _count: true,
      _max: { version: true },
    })
    expect(told.length).toBe(happened.games)
    const gaps = told.filter(({ _count, _max }) => _count !== _max.version! + 1)
    expect(gaps).toEqual([])
    const last = new Map(told.map(({ gameId, _max }) => [gameId, _max.version]))
    expect(ended.filter(({ id, version }) => last.get(id) !== version)).toEqual([])
  }

  function say(
    { id, turn, deadline, schedules, clock, people, since, left, vacation }: Played,
    answer?: Answer,
  ) {
    const state = {
      ...{
        id,
        turn,
        now: iso(now),
        deadline: Number.isFinite(deadline) && iso(deadline),
        since: since && iso(since),
      },
      ...{ left, clock, vacation, schedule: schedules[turn] },
      vacations: people[turn].vacations.map(({ from, until }) => [iso(from), iso(until)]),
      outages: outages.map(({ from, until }) => [iso(from), iso(until)]).slice(-3),
      answer: answer?.body,
    }
    return `TEST_SEED=${size.seed} ${JSON.stringify(state)}`
  }
}

const BANKS = [
  { days: 1, incrementHours: 12, capDays: 2 },
  { days: 3, incrementHours: 24, capDays: 3 },
  { days: 2, incrementHours: 0, capDays: 2 },
  { days: 5, incrementHours: 6, capDays: 30 },
]

const iso = (at: number): string => new Date(at).toISOString()

const clocksOf = ({ turn, ply, deadline, clocks: { white, black } }: Game) => ({
  ...{ turn, ply, deadline, white: white.remainingMs, black: black.remainingMs },
})

async function ok(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}
