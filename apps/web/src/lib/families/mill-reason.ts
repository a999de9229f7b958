import {
  decodeMove,
  decodePosition,
  legalMoves,
  type MillRules,
  type Move,
  opponent,
  type Position,
  type Side,
  sideToMove,
  trustedPosition,
} from '@tegenzet/rules'
import type { Compared, MillReason } from './reason.ts'

/** So many stones without a move are worth a word. */
const BLOCKED = 3

/** Compares what follows a mistake in a mill game with what follows the best move. */
export function millReason(rules: MillRules, { move, played, best }: Compared): MillReason | null {
  const [before] = best.positions
  const [afterPlayed, afterBest] = [played.positions.at(-1), best.positions.slice(0, 3).at(-1)]
  if (!before || !afterPlayed || !afterBest) return null
  const mover = sideToMove(before)
  const other = opponent(mover)
  const takes = (each: Move | undefined) => each !== undefined && decodeMove(rules, each).captured !== null
  if (takes(best.moves[0]) && !takes(move)) return { kind: 'misses-mill' }
  if (closingPoints(rules, afterPlayed, other) >= 2 && closingPoints(rules, afterBest, other) < 2)
    return { kind: 'two-mills' }
  if (takes(played.moves[0]) && !takes(best.moves[1])) return { kind: 'allows-mill' }
  const blocked = blockedStones(rules, afterPlayed, mover)
  if (blocked >= BLOCKED && blocked > blockedStones(rules, afterBest, mover))
    return { kind: 'blocked', count: blocked }
  return null
}

/** The same position with a side to move. */
function withTurn(position: Position, side: Side): Position {
  const [rows, , ...rest] = position.split(' ')
  return trustedPosition([rows, side === 'white' ? 'w' : 'b', ...rest].join(' '))
}

/** On how many points a side could close a mill if it were to move. */
function closingPoints(rules: MillRules, position: Position, side: Side): number {
  const closing = legalMoves(rules, withTurn(position, side))
    .map((move) => decodeMove(rules, move))
    .filter(({ captured }) => captured !== null)
  return new Set(closing.map(({ to }) => to)).size
}

/** How many stones of a side cannot move; none while it still places stones, or flies. */
function blockedStones(rules: MillRules, position: Position, side: Side): number {
  const { stones, hands } = decodePosition(rules, position)
  if ((hands?.[side] ?? 0) > 0) return 0
  const own = Object.keys(stones).filter((point) => stones[point] === side)
  const movable = new Set(
    legalMoves(rules, withTurn(position, side)).map((move) => decodeMove(rules, move).from),
  )
  return own.filter((point) => !movable.has(point)).length
}
