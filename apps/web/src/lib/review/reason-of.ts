import {
  byFamily,
  decodeMove,
  decodePosition,
  legalMoves,
  type Move,
  opponent,
  type Position,
  playTurn,
  type RuleSet,
  type Side,
  sideToMove,
  trustedPosition,
} from '@tegenzet/rules'
import type { EvaluatedGame } from './evaluation.ts'

/** Why a move was worse than another, where that can be said. */
export type Reason =
  /** The position was won in so many plies. */
  | { kind: 'was-won'; plies: number }
  /** The opponent now wins in so many plies. */
  | { kind: 'loses'; plies: number }
  | { kind: 'was-drawn' }
  | { kind: 'two-mills' }
  | { kind: 'allows-mill' }
  | { kind: 'misses-mill' }
  | { kind: 'blocked'; count: number }

/** So many stones without a move are worth a word. */
const BLOCKED = 3

/** The reason why a ply was a mistake; null where none is known. */
export function reasonOf(game: EvaluatedGame, ply: number): Reason | null {
  const { rules, evaluations } = game
  const [before, after] = [evaluations[ply - 1], evaluations[ply]]
  if (before?.decidedIn != null && before.decidedIn > 0) return { kind: 'was-won', plies: before.decidedIn }
  if (after?.decidedIn != null && after.decidedIn > 0 && after.isExact)
    return before?.isExact ? { kind: 'was-drawn' } : { kind: 'loses', plies: after.decidedIn }
  const found = byFamily(rules, { mill: () => boardReason(game, ply), halma: () => null })
  if (found) return found
  return after?.decidedIn != null && after.decidedIn > 0 ? { kind: 'loses', plies: after.decidedIn } : null
}

/** What can be seen on the board after the move and the answer to it. */
function boardReason({ rules, positions, moves, evaluations }: EvaluatedGame, ply: number): Reason | null {
  const before = positions[ply - 1]!
  const reply = evaluations[ply]?.line[0]
  const played = playAll(rules, positions[ply]!, reply === undefined ? [] : [reply])
  const best = playAll(rules, before, evaluations[ply - 1]?.line.slice(0, 2) ?? [])
  return millReason(rules, before, moves[ply - 1]!, played, best)
}

/** A position with the moves that led to it. */
interface Reached {
  position: Position
  moves: readonly Move[]
}

/** Plays moves, as far as they are legal and the game goes on. */
function playAll(rules: RuleSet, start: Position, moves: readonly Move[]): Reached {
  let position = start
  const played: Move[] = []
  for (const move of moves) {
    const turn = playTurn(rules, position, move)
    if (!turn.ok) break
    position = turn.value.position
    played.push(move)
  }
  return { position, moves: played }
}

/** Compares what follows the move with what follows the best one. */
function millReason(
  rules: RuleSet,
  before: Position,
  move: Move,
  played: Reached,
  best: Reached,
): Reason | null {
  const mover = sideToMove(before)
  const other = opponent(mover)
  const takes = (each: Move | undefined) => each !== undefined && decodeMove(rules, each).captured !== null
  if (takes(best.moves[0]) && !takes(move)) return { kind: 'misses-mill' }
  if (closingPoints(rules, played.position, other) >= 2 && closingPoints(rules, best.position, other) < 2)
    return { kind: 'two-mills' }
  if (takes(played.moves[0]) && !takes(best.moves[1])) return { kind: 'allows-mill' }
  const blocked = blockedStones(rules, played.position, mover)
  if (blocked >= BLOCKED && blocked > blockedStones(rules, best.position, mover))
    return { kind: 'blocked', count: blocked }
  return null
}

/** The same position with a side to move. */
function withTurn(position: Position, side: Side): Position {
  const [rows, , ...rest] = position.split(' ')
  return trustedPosition([rows, side === 'white' ? 'w' : 'b', ...rest].join(' '))
}

/** On how many points a side could close a mill if it were to move. */
function closingPoints(rules: RuleSet, position: Position, side: Side): number {
  const closing = legalMoves(rules, withTurn(position, side))
    .map((move) => decodeMove(rules, move))
    .filter(({ captured }) => captured !== null)
  return new Set(closing.map(({ to }) => to)).size
}

/** How many stones of a side cannot move; none while it still places stones, or flies. */
function blockedStones(rules: RuleSet, position: Position, side: Side): number {
  const { stones, hands } = decodePosition(rules, position)
  if ((hands?.[side] ?? 0) > 0) return 0
  const own = Object.keys(stones).filter((point) => stones[point] === side)
  const movable = new Set(
    legalMoves(rules, withTurn(position, side)).map((move) => decodeMove(rules, move).from),
  )
  return own.filter((point) => !movable.has(point)).length
}
