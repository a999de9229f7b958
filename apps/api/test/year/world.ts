import type { Schedule, Timeouts } from '@tegenzet/contract'
import type { Position, RuleSetId, Side } from '@tegenzet/rules'
import { DiskTables } from '@tegenzet/tables/node'
import type { MoveTree } from '@tegenzet/trees'
import { pino } from 'pino'
import { expect } from 'vitest'
import { EXPLORER } from '../../src/analysis/explorer/count-games.ts'
import { analysisTasks } from '../../src/analysis/periodic-tasks.ts'
import { deliveryTasks } from '../../src/delivery/periodic-tasks.ts'
import { seeded } from '../../src/demo/seeded.ts'
import { createTicker, type Ticker } from '../../src/jobs/ticker.ts'
import { SHIPPED_TABLES } from '../../src/paths.ts'
import { playTasks } from '../../src/play/periodic-tasks.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { Answer } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'
import type { Interval, SlowGame } from './slow-clocks.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Grace period of the sweep: it ends a game this long after its deadline, or up to a minute later. */
export const GRACE_MS = 5000
/** How long a game waits for the opponent to claim the win on time, where it must be claimed. */
export const OVERDUE_MS = 30 * DAY
/** Everybody's reminders, in hours before the deadline. */
export const REMINDER_HOURS = [24, 3]

export interface YearSize {
  seed: number
  players: number
  days: number
  /** Range of average hours until a move. */
  hours: [number, number]
  outages: number
  start: string
}

/** Counts of what happened, because a year in which nothing happens proves nothing. */
export interface EventCounts {
  games: number
  moves: number
  lastMoments: number
  tooLate: number
  timeouts: number
  /** Days given. */
  gifts: number
  /** Wins on time that the opponent has claimed, and moves after the deadline where it must be claimed. */
  claimedTimeouts: number
  lateMoves: number
  claims: number
  /** Claims that the server has rejected. */
  ruled: number
  /** Claims of proven draws that were right, wrong and not allowed, and offers that found them. */
  provenDraws: number
  notDrawn: number
  provenRefused: number
  provenOffers: number
  vacations: number
  endedEarly: number
  outages: number
  reminders: number
  /** Saved versions of players' own analyses. */
  analyses: number
}

export interface Person extends TestPlayer {
  vacations: (Interval & { id: number })[]
  schedule: Schedule
  /** Average hours until a move. */
  hours: number
  games: number
  nextDecisionAt: number
}

export interface SimulatedGame extends SlowGame {
  id: number
  rules: RuleSetId
  people: Record<Side, Person>
  moves: string[]
  position: Position
  ply: number
  version: number
  /** The version at which the database was last compared. */
  compared: number
  timeouts: Timeouts
  provenDraws: boolean
  /** Of which endings a side has had an offer of a proven draw declined, and claimed it: `side stones`. */
  proofs: { declined: Set<string>; claimed: Set<string> }
  /** How often each side has given the other time. */
  gifts: Record<Side, number>
  claim: { id: number; by: Side; at: number; until: number; withdraws: boolean } | null
  /** How and when this turn will end. */
  plannedEnd: {
    at: number
    how: 'move' | 'last-moment' | 'too-late' | 'never' | 'claim-time' | 'gift' | 'claim' | 'prove' | 'resign'
  }
  deadline: number
  /** Time on the clock when this turn began. */
  turnTime: number
}

export interface Dice {
  /** From 0 to 1. */
  roll(): number
  chance(p: number): boolean
  between(a: number, b: number): number
  pick<T>(items: readonly T[]): T
}

/** What a player keeps of a game, as the second account has it. */
interface KeptAnalysis {
  game: SimulatedGame
  side: Side
  tree: MoveTree
  /** The node of the last move that was played. */
  at: number
  version: number
}

/** The own analyses of some players: trees that grow with their games. */
interface Analysts {
  kept: Map<string, KeptAnalysis>
  /** Dice of their own, so that they change nothing else in the year. */
  roll: () => number
}

/** State of the simulation by the slow clocks. */
export interface World {
  server: TestServer
  /** Not the server's: what it says is compared with them. */
  tables: DiskTables
  /** Runs the server's periodic tasks by its clock. */
  ticker: Ticker
  size: YearSize
  dice: Dice
  /** What the server's clock shows, in milliseconds. */
  now: number
  lastTickAt: number
  admin: TestPlayer
  people: Person[]
  running: Map<number, SimulatedGame>
  ended: { id: number; version: number }[]
  outages: Interval[]
  analysts: Analysts
  /** The game, ply and name of each reminder. */
  reminded: Set<string>
  counts: EventCounts
}

export async function newWorld(server: TestServer, size: YearSize): Promise<World> {
  return {
    server,
    tables: new DiskTables([SHIPPED_TABLES], 2 ** 24),
    ticker: tickerOf(server),
    size,
    dice: diceOf(size.seed),
    now: Date.parse(size.start),
    lastTickAt: Number.NEGATIVE_INFINITY,
    admin: await server.player('arbiter', { role: 'admin' }),
    people: [],
    running: new Map(),
    ended: [],
    outages: [],
    reminded: new Set(),
    analysts: { kept: new Map(), roll: seeded(size.seed + 1) },
    counts: {
      games: 0,
      moves: 0,
      lastMoments: 0,
      tooLate: 0,
      timeouts: 0,
      gifts: 0,
      claimedTimeouts: 0,
      lateMoves: 0,
      claims: 0,
      ruled: 0,
      provenDraws: 0,
      notDrawn: 0,
      provenRefused: 0,
      provenOffers: 0,
      vacations: 0,
      endedEarly: 0,
      outages: 0,
      reminders: 0,
      analyses: 0,
    },
  }
}

/** Leaves out the tasks that mail, and those that delete what the simulation checks. */
function tickerOf({ deps, heartbeat, store }: TestServer): Ticker {
  const delivery = deliveryTasks(deps, { heartbeat, onProcessed() {} })
  const reminders = delivery.filter(({ name }) => name === 'reminders')
  const explorer = analysisTasks().filter(({ name }) => name === EXPLORER)
  return createTicker({
    tasks: [...playTasks(deps, heartbeat), ...reminders, ...explorer],
    db: store,
    now: deps.now,
    log: pino({ level: 'error' }, { write: (line) => expect.fail(line) }),
  })
}

export function diceOf(seed: number): Dice {
  const roll = seeded(seed)
  return {
    roll,
    chance: (p) => roll() < p,
    between: (a, b) => a + roll() * (b - a),
    pick: (items) => items[Math.floor(roll() * items.length)]!,
  }
}

/** Advances the clock without an outage: the server writes its heartbeat. */
export async function advanceTo(world: World, now: number): Promise<void> {
  const { clock, heartbeat, database } = world.server
  const at = new Date(now)
  world.now = now
  clock.set(at)
  heartbeat.lastAt = now
  await database.prisma.heartbeat.updateMany({ data: { at } })
}

export const iso = (at: number): string => new Date(at).toISOString()

export async function ok(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}

/** Describes everything that a clock depends on, for failure messages. */
export function describeState({ size, now, outages }: World, game: SimulatedGame, answer?: Answer): string {
  const { id, turn, deadline, schedules, clock, people, since, left, vacation } = game
  const state = {
    id,
    turn,
    now: iso(now),
    since: since && iso(since),
    deadline: Number.isFinite(deadline) && iso(deadline),
    left,
    clock,
    vacation,
    schedule: schedules[turn],
    vacations: people[turn].vacations.map(({ from, until }) => [iso(from), iso(until)]),
    outages: outages.map(({ from, until }) => [iso(from), iso(until)]).slice(-3),
    answer: answer?.body,
  }
  return `TEST_SEED=${size.seed} ${JSON.stringify(state)}`
}
