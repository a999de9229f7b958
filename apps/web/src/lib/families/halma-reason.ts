import {
  decodeMove,
  decodePosition,
  type HalmaRules,
  legalMoves,
  type Move,
  type Position,
  pointOf,
  routeOf,
  type Side,
  sideToMove,
} from '@tegenzet/rules'
import type { Compared, HalmaReason } from './reason.ts'

/** With more stones in their camp than this, leaving it is not urgent. */
const FEW_IN_CAMP = 3
/** So many jumps in a move of the opponent are worth a word. */
const LONG_CHAIN = 3
/** Files and ranks by which a better jump leads further: two squares along the diagonal. */
const MUCH_FURTHER = 4

/** Compares a mistake in Halma with the best move: what the stones do, and what the opponent may do next. */
export function halmaReason(rules: HalmaRules, compared: Compared): HalmaReason | null {
  const { move, played, best } = compared
  const [before, afterBest] = best.positions
  const [better] = best.moves
  if (!before || !better || !afterBest) return null
  const side = sideToMove(before)
  const [after] = played.positions
  const inCamp = (position: Position) => countInCamp(rules, position, side)
  if (after && inCamp(after) <= FEW_IN_CAMP && inCamp(afterBest) < inCamp(after))
    return { kind: 'stays-in-camp', count: inCamp(after) }
  const [reply] = played.moves
  if (after && reply) {
    const jumps = jumpsOf(rules, after, reply)
    if (jumps >= LONG_CHAIN && !legalMoves(rules, afterBest).includes(reply))
      return { kind: 'allows-chain', jumps }
  }
  const [gained, possible] = [progressOf(rules, side, move), progressOf(rules, side, better)]
  const jumps = jumpsOf(rules, before, better)
  if (jumps >= 2 && jumps > jumpsOf(rules, before, move) && possible - gained >= MUCH_FURTHER)
    return { kind: 'misses-chain', jumps }
  const prepared = preparedJumps(rules, compared)
  if (prepared >= 2) return { kind: 'misses-preparation', jumps: prepared }
  return gained < 0 && possible > 0 ? { kind: 'moves-back' } : null
}

/** The jumps of the next own move after the best one, if it is not possible after the move played. */
function preparedJumps(rules: HalmaRules, { played, best }: Compared): number {
  const [next, from, last] = [best.moves[2], best.positions[2], played.positions.at(-1)]
  if (!next || !from || !last || played.moves.length === 0) return 0
  return legalMoves(rules, last).includes(next) ? 0 : jumpsOf(rules, from, next)
}

function countInCamp(rules: HalmaRules, position: Position, side: Side): number {
  const { stones } = decodePosition(rules, position)
  return rules.board.camps[side].filter((point) => stones[point] === side).length
}

/** The jumps of a move; 0 for a step. */
function jumpsOf(rules: HalmaRules, position: Position, move: Move): number {
  const { from, to } = decodeMove(rules, move)
  if (from === null) return 0
  const [a, b] = [pointOf(rules, from), pointOf(rules, to)]
  const isStep = Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1
  return isStep ? 0 : (routeOf(rules, position, from, to)?.length ?? 1) - 1
}

/** By how many files and ranks a move leads towards the other camp. White's is at the top left. */
function progressOf(rules: HalmaRules, side: Side, move: Move): number {
  const { from, to } = decodeMove(rules, move)
  if (from === null) return 0
  const [a, b] = [pointOf(rules, from), pointOf(rules, to)]
  const towardsTopLeft = a.x - b.x + (b.y - a.y)
  return side === 'white' ? towardsTopLeft : -towardsTopLeft
}
