import { itemAt } from '@tegenzet/common'
import type { Move } from '@tegenzet/rules'
import type { RootBoard } from './root.ts'
import { decidedIn } from './score.ts'
import type { SearchedLine } from './search.ts'

export interface BestMove {
  move: Move
  /** For the side to move, in hundredths of a stone. */
  score: number
  /** In how many plies the side to move wins by force; negative if it loses by force, null if neither is seen. */
  decidedIn: number | null
  /** Plies searched completely. */
  depth: number
  /** Positions visited. */
  nodes: number
  /** The expected moves, `move` first. */
  line: Move[]
}

/** A line of the search, for those who know no turns. */
export function inNotation(board: RootBoard, { turns, score, depth, nodes }: SearchedLine): BestMove {
  const line = turns.map((turn) => board.notation(turn))
  // no negative zero
  return { move: itemAt(line, 0), score: score || 0, decidedIn: decidedIn(score), depth, nodes, line }
}
