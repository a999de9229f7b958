import { itemAt } from '@tegenzet/common'
import { gameOutcome, type Position, type RuleSet } from '@tegenzet/rules'
import type { Endings } from './endings.ts'
import { type BestMove, inNotation } from './line-in-notation.ts'
import { playToEnd } from './play-to-end.ts'
import { boardOf, keysBefore, orderedTurns, withoutGoingBack } from './root.ts'
import { MAX_DEPTH, type SearchedLine, search } from './search.ts'

/** How many lines `bestLines` can give. */
export const MAX_LINES = 5

export interface BestLinesOptions {
  /** 1 to 5; 1 by default. */
  lines?: number
  /** Plies; 64 at most. */
  maxDepth?: number
  /** Positions to visit; default: unlimited. With this limit alone, the result depends on nothing else. */
  maxNodes?: number
  /** Stops the search once `aborted` is true, asked every 256 positions: a clock, or memory that another thread writes. */
  signal?: { readonly aborted: boolean }
  /** Exact values, for rule sets of the mill family. */
  endings?: Endings | null
  /** Called after each completed depth. */
  onDepth?: (lines: BestMove[]) => void
}

/**
 * The best moves of the last of `positions`, which are all positions of the game so far, the best first and each with its line;
 * none if the game is over by the rules. Fewer than asked for only where there are fewer moves.
 * @throws RangeError without positions, or for another number of lines
 */
export function bestLines(
  rules: RuleSet,
  positions: readonly Position[],
  { lines = 1, maxDepth, maxNodes, signal, endings = null, onDepth }: BestLinesOptions,
): BestMove[] {
  const position = itemAt(positions, -1)
  if (!Number.isInteger(lines) || lines < 1 || lines > MAX_LINES)
    throw new RangeError(`expected 1 to ${MAX_LINES} lines`)
  if (gameOutcome(rules, positions)) return []
  const board = boardOf(rules, position, endings)
  const before = keysBefore(rules, positions)
  const roots = withoutGoingBack(
    board,
    orderedTurns(board, () => 0),
    before,
  )
  const nodes = maxNodes ?? Number.POSITIVE_INFINITY
  const complete = (line: SearchedLine) => inNotation(board, { ...line, turns: playToEnd(board, line.turns) })
  const found = search(
    ...([board, roots, before] as const),
    { depth: maxDepth ?? MAX_DEPTH, nodes, isOver: () => signal?.aborted === true },
    { count: lines, onDepth: onDepth && ((found) => onDepth(found.map(complete))) },
  )
  return found.map(complete)
}
