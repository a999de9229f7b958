import type { Game } from '@tegenzet/contract'
import { ruleSet, SIDES, stonesOn } from '@tegenzet/rules'
import { expect } from 'vitest'
import { COVERED_STONES } from './claim-proven-draw.ts'
import { expectSame } from './compare.ts'
import { deadlineOf, switchClock } from './slow-clocks.ts'
import { describeState, HOUR, type SimulatedGame, type World } from './world.ts'

/** How a turn ends, by a random number below the bound; otherwise with a move at some time. */
const TURNS: readonly [number, SimulatedGame['plannedEnd']['how']][] = [
  [0.05, 'last-moment'],
  [0.1, 'too-late'],
  [0.11, 'never'],
  [0.2, 'claim'],
  [0.205, 'resign'],
  [0.25, 'gift'],
  [0.26, 'prove'],
]

/** Plays a move of the player to move. */
export async function play(world: World, game: SimulatedGame, move: string): Promise<void> {
  const body = { move, ply: game.ply }
  const answer = await game.people[game.turn].call('playMove', { params: { id: game.id }, body })
  expect(answer.status, describeState(world, game, answer)).toBe(201)
  afterMove(world, game, move, answer.body.game)
}

export function newTurn(world: World, game: SimulatedGame): void {
  game.deadline = deadlineOf(game, world.outages)
  planEnd(world, game)
}

export function planEnd({ now, dice }: World, game: SimulatedGame): void {
  const p = dice.roll()
  const delay = -Math.log(1 - dice.roll()) * game.people[game.turn].hours * HOUR
  const mayClaim = game.ply >= 3 && (game.rules === 'molenspel' || game.rules === 'merels')
  const [, how] = TURNS.find(([below, how]) => p < below && (how !== 'claim' || mayClaim)) ?? [1, 'move']
  const at = Math.round(now + delay)
  // a claimed time-out is rare among friends, and must happen here
  if (game.timeouts === 'claimed' && (how === 'never' || dice.chance(0.05)))
    game.plannedEnd = { at: dice.chance(0.5) ? 0 : at, how: 'claim-time' }
  else game.plannedEnd = { at, how: isCovered(game) && dice.chance(0.35) ? 'prove' : how }
}

/** Whether tables cover the position on the board, and proven draws are a term. */
export function isCovered({ provenDraws, rules, position }: SimulatedGame): boolean {
  const [white, black] = stonesOn(ruleSet(rules), position)
  return provenDraws && position.includes(' 0 0 ') && white + black <= COVERED_STONES
}

export function afterMove(world: World, game: SimulatedGame, move: string, after: Game): void {
  switchClock(game, world.now, world.outages)
  game.ply++
  game.moves.push(move)
  game.position = after.position
  if (after.status === 'finished') {
    endGame(world, game, after)
    return
  }
  game.turnTime = game.left[game.turn]
  newTurn(world, game)
  expectSame(world, game, after)
}

export function endGame(world: World, game: SimulatedGame, after: Game): void {
  expect(after.turn, describeState(world, game)).toBe(null)
  world.running.delete(game.id)
  for (const side of SIDES) game.people[side].games--
  world.ended.push({ id: game.id, version: after.version })
}
