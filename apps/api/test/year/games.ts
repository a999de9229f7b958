import { AUTO_RULING_DAYS, type Clock, type Game, MAX_GIFTS } from '@tegenzet/contract'
import { legalMoves, opponent, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { expect } from 'vitest'
import { beginGame } from '../play/begin-game.ts'
import { analyse } from './analyses.ts'
import { coveredGame } from './claim-proven-draw.ts'
import { expectSame } from './compare.ts'
import { proveDraw } from './proven-draws.ts'
import { deadlineOf, giveTime, spent, updateClock } from './slow-clocks.ts'
import { afterMove, endGame, newTurn, planEnd, play } from './turns.ts'
import {
  DAY,
  describeState,
  GRACE_MS,
  MINUTE,
  OVERDUE_MS,
  ok,
  type Person,
  type SimulatedGame,
  type World,
} from './world.ts'

/** Rule sets with each way to claim, one with automatic draws, and one of the other family. */
const RULES: readonly RuleSetId[] = ['molenspel', 'merels', 'muehle', 'moulin', 'halma']
const BANKS = [
  { days: 1, incrementHours: 12, capDays: 2 },
  { days: 3, incrementHours: 24, capDays: 3 },
  { days: 2, incrementHours: 0, capDays: 2 },
  { days: 5, incrementHours: 6, capDays: 30 },
]
/** The chance of each mill game to have proven draws, with which a third of all games have them. */
const PROVEN_DRAWS = 5 / 12
/** In the first games with proven draws the players play at once up to a covered ending: all of a long year would take hours. */
const MAX_ENDINGS = 300

export async function beginSimulatedGame(world: World, white: Person): Promise<void> {
  const { now, people, running, counts: happened } = world
  const { roll, chance, pick } = world.dice
  const black = pick(people.filter((other) => other !== white))
  const rules = pick(RULES)
  const clock: Clock = chance(0.5)
    ? { kind: 'per-move', days: 1 + Math.floor(roll() * 5) }
    : { kind: 'bank', ...pick(BANKS) }
  const vacation = chance(0.8)
  const timeouts = chance(0.25) ? 'claimed' : 'automatic'
  const provenDraws = rules !== 'halma' && chance(PROVEN_DRAWS)
  const terms = { rules, clock, vacation, timeouts, provenDraws, rated: timeouts === 'automatic' } as const
  const game = await beginGame(white, black, terms)
  expect(game.schedules).toEqual({ white: white.schedule, black: black.schedule })
  const time = clock.days * DAY
  const played: SimulatedGame = {
    id: game.id,
    rules,
    clock,
    vacation,
    people: { white, black },
    players: { white, black },
    schedules: game.schedules,
    left: { white: time, black: time },
    turn: 'white',
    since: now,
    moves: [],
    position: game.position,
    ply: 0,
    version: 0,
    compared: -1,
    timeouts,
    provenDraws,
    proofs: { declined: new Set(), claimed: new Set() },
    gifts: { white: 0, black: 0 },
    claim: null,
    deadline: 0,
    turnTime: time,
    plannedEnd: { at: 0, how: 'never' },
  }
  running.set(game.id, played)
  white.games++
  black.games++
  happened.games++
  newTurn(world, played)
  expectSame(world, played, game)
  // few random games would get there
  if (provenDraws && happened.games <= MAX_ENDINGS)
    for (const move of await coveredGame(world, rules)) await play(world, played, move)
}

/** When the next thing happens in a game. */
export function dueAt({ claim, deadline, plannedEnd: { at, how } }: SimulatedGame): number {
  if (claim) return claim.until
  if (how === 'never') return Number.POSITIVE_INFINITY
  if (how === 'claim-time') return Math.max(at, deadline + GRACE_MS + 1)
  if (how === 'last-moment') return deadline
  return how === 'too-late' ? deadline + 1 + (deadline % (GRACE_MS - 1)) : at
}

export async function takeTurn(world: World, game: SimulatedGame): Promise<void> {
  const { now, dice, counts: happened } = world
  if (game.claim) return settle(world, game, game.claim)
  const { how } = game.plannedEnd
  const isLate = now > game.deadline
  if (how === 'claim-time') return claimTimeout(world, game)
  if (how === 'claim' && !isLate) return claim(world, game)
  if (how === 'gift' && !isLate) return giveDays(world, game)
  if (how === 'prove' && !isLate) return proveDraw(world, game)
  const player = game.people[game.turn]
  const params = { id: game.id }
  if (how === 'resign' && !isLate) {
    const { body } = await ok(player.call('resign', { params }))
    return endGame(world, game, body.game)
  }
  const move = dice.pick(legalMoves(ruleSet(game.rules), game.position))
  const answer = await player.call('playMove', { params, body: { move, ply: game.ply } })
  if (isLate && game.timeouts === 'automatic') {
    expect(answer, describeState(world, game)).toMatchObject({ status: 409, body: { code: 'game-over' } })
    happened.tooLate++
    game.plannedEnd.how = 'never'
    return
  }
  expect(answer.status, describeState(world, game, answer)).toBe(201)
  afterMove(world, game, move, answer.body.game)
  await analyse(world, game, move)
  happened.moves++
  if (isLate) happened.lateMoves++
  if (how === 'last-moment') happened.lastMoments++
}

/** Files an invalid claim, which an admin rejects, the claimant withdraws, or the server rejects after some days. */
async function claim(world: World, game: SimulatedGame): Promise<void> {
  const { now, outages, dice, counts: happened } = world
  const by = game.turn
  const answer = await game.people[by].call('fileClaim', {
    params: { id: game.id },
    body: { ground: 'repetition', positions: [game.ply - 2, game.ply - 1, game.ply] },
  })
  expect(answer.status, describeState(world, game, answer)).toBe(201)
  updateClock(game, now, outages)
  game.since = null
  game.deadline = deadlineOf(game, outages)
  const until = now + Math.round(dice.between(MINUTE, 2 * AUTO_RULING_DAYS * DAY))
  game.claim = { id: answer.body.claim.id, by, at: now, until, withdraws: dice.chance(0.5) }
  happened.claims++
  expectSame(world, game, answer.body.game)
}

async function settle(
  world: World,
  game: SimulatedGame,
  { id, by, at, withdraws }: NonNullable<SimulatedGame['claim']>,
): Promise<void> {
  const { now, outages, admin, counts: happened } = world
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
  // a withdrawn claim costs its claimant the time
  if (withdraws) game.left[by] = Math.max(0, game.left[by] - spent(game, by, at, now, outages))
  game.since = now
  if (withdraws && lost < now && game.timeouts === 'claimed') {
    // it goes on as if there had been no claim
    game.deadline = lost
    planEnd(world, game)
    return expectSame(world, game, after)
  }
  if (withdraws && lost < now) {
    expect(after, describeState(world, game)).toMatchObject({
      turn: null,
      outcome: { reason: endReason(game) },
    })
    happened.timeouts++
    return endGame(world, game, after)
  }
  goOnAfterClaim(world, game, after)
}

/** When the server rejects a claim that nobody has settled. */
export const ruledByServerAt = ({ at }: NonNullable<SimulatedGame['claim']>): number =>
  at + AUTO_RULING_DAYS * DAY

/** Checks that the server has rejected the claims that waited for too long. */
export async function expectRulings(world: World): Promise<void> {
  const { server, running, now, counts: happened } = world
  for (const game of running.values()) {
    if (!game.claim || ruledByServerAt(game.claim) > now) continue
    const { body } = await ok(server.call('getGame', { params: { id: game.id } }))
    game.claim = null
    game.since = now
    happened.ruled++
    goOnAfterClaim(world, game, body)
  }
}

function goOnAfterClaim(world: World, game: SimulatedGame, after: Game): void {
  newTurn(world, game)
  // one claim a ply
  if (game.plannedEnd.how === 'claim') game.plannedEnd.how = 'move'
  expectSame(world, game, after)
}

/** The player to move, or the opponent, gives the other time. */
async function giveDays(world: World, game: SimulatedGame): Promise<void> {
  const { now, outages, dice, counts } = world
  const by = dice.chance(0.5) ? game.turn : opponent(game.turn)
  const longest =
    game.clock.kind === 'per-move' ? game.clock.days : Math.max(1, Math.floor(game.clock.days / 10))
  const days = 1 + Math.floor(dice.roll() * longest)
  const answer = await game.people[by].call('giveTime', {
    params: { id: game.id },
    body: { days },
    headers: { 'idempotency-key': `gift-${game.id}-${game.version}` },
  })
  if (game.gifts[by] === MAX_GIFTS)
    expect(answer.body, describeState(world, game)).toMatchObject({ reason: 'too-many' })
  else {
    expect(answer.status, describeState(world, game, answer)).toBe(200)
    game.gifts[by]++
    counts.gifts++
    giveTime(game, opponent(by), days, now, outages)
  }
  newTurn(world, game)
  if (answer.status === 200) expectSame(world, game, answer.body.game)
}

/** The opponent claims the win on time, at the first millisecond at which it is accepted or later. */
async function claimTimeout(world: World, game: SimulatedGame): Promise<void> {
  const player = game.people[opponent(game.turn)]
  const { body } = await ok(player.call('claimTimeout', { params: { id: game.id } }))
  const reason = endReason(game)
  const winner = reason === 'timeout' ? opponent(game.turn) : null
  expect(body.game, describeState(world, game)).toMatchObject({ outcome: { reason, winner } })
  world.counts.claimedTimeouts++
  endGame(world, game, body.game)
}

/** When the server ends a game that runs out of time. */
export const endsAt = ({ deadline, timeouts }: SimulatedGame): number =>
  deadline + GRACE_MS + (timeouts === 'claimed' ? OVERDUE_MS : 0)

/** How a game ends that runs out of time. */
export const endReason = ({ ply }: SimulatedGame) => (ply < 2 ? 'cancelled' : 'timeout')
