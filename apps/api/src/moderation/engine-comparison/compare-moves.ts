import { itemAt } from '@tegenzet/common'
import { bestMove } from '@tegenzet/engine'
import {
  type ByFamily,
  byFamily,
  legalMoves,
  type Position,
  positionOutcome,
  type RuleSet,
} from '@tegenzet/rules'

/** Plies at the start of a game that do not count: openings are known by heart. */
export const OPENING_PLIES = 8
/** Plies after these do not count, so that one game cannot take hours. */
export const LAST_PLY = 200

/** What decides how the moves of a family are compared. */
interface Comparison {
  /** Of the search, in plies. A time limit would give other results on another machine. */
  depth: number
  /** A position with a larger advantage is decided: many moves win, or none helps. */
  decided: number
}

const COMPARISONS: ByFamily<Comparison> = {
  // three stones
  mill: () => ({ depth: 6, decided: 300 }),
  // 60 steps
  halma: () => ({ depth: 4, decided: 600 }),
}

/** How a player's move compares with the engine's choice. */
export type Verdict = 'agrees' | 'differs' | 'not-counted'

/**
 * Compares every move of a game with the engine's choice. A move agrees if it is that choice, or if the engine finds it
 * as good.
 * @param positions all of the game, the start position first
 * @param moves in notation
 */
export function compareMoves(
  rules: RuleSet,
  positions: readonly Position[],
  moves: readonly string[],
): Verdict[] {
  const { depth, decided } = byFamily(rules, COMPARISONS)
  return moves.map((move, ply) => {
    const isCounted =
      ply >= OPENING_PLIES && ply < LAST_PLY && legalMoves(rules, itemAt(positions, ply)).length > 1
    const best = isCounted ? search(rules, positions.slice(0, ply + 1), depth) : null
    if (!best || best.decidedIn !== null || Math.abs(best.score) > decided) return 'not-counted'
    if (best.move === move) return 'agrees'
    return scoreAfter(rules, positions.slice(0, ply + 2), depth - 1) >= best.score ? 'agrees' : 'differs'
  })
}

/** The score of the last position for the player who has just moved. */
function scoreAfter(rules: RuleSet, positions: readonly Position[], depth: number): number {
  const reply = search(rules, positions, depth)
  if (reply) return -reply.score
  const outcome = positionOutcome(rules, itemAt(positions, -1))
  return outcome?.winner ? Number.NEGATIVE_INFINITY : 0
}

const search = (rules: RuleSet, positions: readonly Position[], maxDepth: number) =>
  bestMove(rules, positions, {
    maxDepth,
    maxMillis: Number.POSITIVE_INFINITY,
    // always the same choice among equal moves
    now: () => 0,
    random: () => 0,
  })
