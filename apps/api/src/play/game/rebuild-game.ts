import {
  type Move,
  moveNumber,
  type Outcome,
  type Position,
  type RuleSet,
  replay,
  type Side,
  sideOfPly,
  trustedMove,
} from '@tegenzet/rules'

/** All that a game's moves alone say of it. */
export interface RebuiltGame {
  ply: number
  position: Position
  lastMove: Move | null
  turn: Side | null
  status: 'active' | 'finished'
  /** By the rules of the board: one who left is not seen. */
  outcome: Outcome | null
  positions: { ply: number; position: Position; occurrence: number; quiet: number | null }[]
}

/**
 * Makes a game anew from its moves, which are the truth: `games` and `positions` hold the same for speed.
 * @throws where a move does not play: a stored game that does not replay is a bug
 */
export function rebuildGame(rules: RuleSet, moves: readonly string[]): RebuiltGame {
  const played = moves.map(trustedMove)
  const replayed = replay(rules, played)
  if (!replayed.ok) {
    const { ply, move, message } = replayed.error
    throw new Error(`${move}, ply ${ply} (move ${moveNumber(ply)}), does not play: ${message}`)
  }
  const { positions, occurrences, quiets, outcome } = replayed.value
  const ply = moves.length
  return {
    ply,
    position: positions[ply]!,
    lastMove: played.at(-1) ?? null,
    turn: outcome ? null : sideOfPly(ply + 1),
    status: outcome ? 'finished' : 'active',
    outcome,
    positions: positions.map((position, n) => ({
      ply: n,
      position,
      occurrence: occurrences[n]!,
      quiet: quiets[n]!,
    })),
  }
}
