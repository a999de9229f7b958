import type { Schedule } from '@tegenzet/contract'
import type { Position, RuleSetId, Side } from '@tegenzet/rules'
import { expect } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import type { Answer, TestPlayer, TestServer } from '../harness.ts'
import type { Interval, SlowGame } from './slow-clocks.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Of the sweep: a game is ended so long after its deadline, or up to a minute later. */
export const GRACE_MS = 5000
/** What everybody is reminded by, in hours before the deadline. */
export const REMINDER_HOURS = [24, 3]

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

export interface Person extends TestPlayer {
  vacations: (Interval & { id: number })[]
  schedule: Schedule
  /** Hours that an answer takes, on the average. */
  hours: number
  games: number
  nextThought: number
}

export interface Played extends SlowGame {
  id: number
  rules: RuleSetId
  people: Record<Side, Person>
  position: Position
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

export interface Dice {
  /** From 0 to 1. */
  roll(): number
  chance(p: number): boolean
  between(a: number, b: number): number
  pick<T>(items: readonly T[]): T
}

/** Where the simulation stands: what has happened in it so far, as the slow clocks have it. */
export interface World {
  server: TestServer
  size: YearSize
  dice: Dice
  /** What the server's clock shows, in milliseconds. */
  now: number
  admin: TestPlayer
  people: Person[]
  running: Map<number, Played>
  ended: { id: number; version: number }[]
  outages: Interval[]
  /** The game, ply and name of each reminder. */
  reminded: Set<string>
  happened: Happened
}

export async function newWorld(server: TestServer, size: YearSize): Promise<World> {
  return {
    ...{ server, size, dice: diceOf(size.seed), now: Date.parse(size.start) },
    admin: await server.player('arbiter', { role: 'admin' }),
    ...{ people: [], running: new Map(), ended: [], outages: [], reminded: new Set() },
    happened: {
      ...{ games: 0, moves: 0, lastMoments: 0, tooLate: 0, timeouts: 0 },
      ...{ claims: 0, vacations: 0, endedEarly: 0, outages: 0, reminders: 0 },
    },
  }
}

function diceOf(seed: number): Dice {
  const roll = seeded(seed)
  return {
    roll,
    chance: (p) => roll() < p,
    between: (a, b) => a + roll() * (b - a),
    pick: (items) => items[Math.floor(roll() * items.length)]!,
  }
}

/** Time goes on, and the server's heart has beaten meanwhile. */
export function setTo(world: World, at: number): void {
  world.now = at
  world.server.clock.set(new Date(at))
  world.server.heartbeat.lastAt = at
}

export const iso = (at: number): string => new Date(at).toISOString()

export async function ok(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}

/** All that a clock depends on, for whoever looks for what went wrong. */
export function say({ size, now, outages }: World, game: Played, answer?: Answer): string {
  const { id, turn, deadline, schedules, clock, people, since, left, vacation } = game
  const state = {
    ...{ id, turn, now: iso(now), since: since && iso(since) },
    deadline: Number.isFinite(deadline) && iso(deadline),
    ...{ left, clock, vacation, schedule: schedules[turn] },
    vacations: people[turn].vacations.map(({ from, until }) => [iso(from), iso(until)]),
    outages: outages.map(({ from, until }) => [iso(from), iso(until)]).slice(-3),
    answer: answer?.body,
  }
  return `TEST_SEED=${size.seed} ${JSON.stringify(state)}`
}
