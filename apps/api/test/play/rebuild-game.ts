import { itemAt } from '@tegenzet/common'
import {
  type Move,
  moveNumber,
  type Outcome,
  type Position,
  quietPlies,
  type RuleSet,
  replay,
  type Side,
  sideOfPly,
  trustedMove,
} from '@tegenzet/rules'

/** Everything about a game that follows from its moves. */
interface RebuiltGame {
  ply: number
  position: Position
  lastMove: Move | null
  turn: Side | null
  status: 'active' | 'finished'
  /** By the rules of the board; resigning and timeouts do not show in the moves. */
  outcome: Outcome | null
  positions: { ply: number; position: Position; occurrence: number; quiet: number | null }[]
}

/**
 * Rebuilds a game from its moves, the source of truth. `games` stores the last position for speed.
 * @throws if a move is illegal: a stored game that cannot be replayed is a bug
 */
export function rebuildGame(rules: RuleSet, moves: readonly string[]): RebuiltGame {
  const played = moves.map(trustedMove)
  const replayed = replay(rules, played)
  if (!replayed.ok) {
    const { ply, move, message } = replayed.error
    throw new Error(`${move}, ply ${ply} (move ${moveNumber(ply)}), cannot be replayed: ${message}`)
  }
  const { positions, occurrences, outcome } = replayed.value
  const ply = moves.length
  return {
    ply,
    position: itemAt(positions, ply),
    lastMove: played.at(-1) ?? null,
    turn: outcome ? null : sideOfPly(ply + 1),
    status: outcome ? 'finished' : 'active',
    outcome,
    positions: positions.map((position, n) => ({
      ply: n,
      position,
      occurrence: itemAt(occurrences, n),
      quiet: quietPlies(rules, position),
    })),
  }
}
