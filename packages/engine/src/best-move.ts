import { itemAt } from '@tegenzet/common'
import { gameOutcome, type Position, type RuleSet } from '@tegenzet/rules'
import type { Endings } from './endings.ts'
import { type BestMove, inNotation } from './line-in-notation.ts'
import { overlookedTurns } from './overlooked.ts'
import { boardOf, keysBefore, orderedTurns, type RootBoard, withoutGoingBack } from './root.ts'
import { MAX_DEPTH, search } from './search.ts'
import { WON } from './search-board.ts'

/** The playing strength, from 1, which a child beats, to 5, which uses all the time it gets. */
export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

/** By level: the positions to visit, and the share of points overlooked. */
const STRENGTHS: Record<Level, { nodes: number; overlooks: number }> = {
  1: { nodes: 40, overlooks: 0.5 },
  2: { nodes: 200, overlooks: 0.25 },
  3: { nodes: 1_000, overlooks: 0.1 },
  4: { nodes: 10_000, overlooks: 0 },
  5: { nodes: Number.POSITIVE_INFINITY, overlooks: 0 },
}

export interface BestMoveOptions {
  /** 5 by default. */
  level?: Level
  /** Milliseconds, 1,000 by default. */
  maxMillis?: number
  /** Maximum number of positions to visit; the level's where that is less. */
  maxNodes?: number
  /** Maximum depth in plies. */
  maxDepth?: number
  /** A clock in milliseconds with any origin, such as `performance.now`. */
  now: () => number
  /** Numbers from 0 to 1, such as `Math.random`: they choose among equal moves, and what a low level overlooks. */
  random: () => number
  /** Exact values, for rule sets of the mill family. */
  endings?: Endings | null
  /** Stops the search once `aborted` is true: an AbortSignal, or an object over memory that another thread writes. */
  signal?: { readonly aborted: boolean }
}

/**
 * Chooses a move for the side to move in the last of `positions`, which are all positions of the game so far. Returns
 * null if the game has ended by the rules; otherwise there is a move, however tight the limits. The same options, clock
 * and random numbers give the same move.
 * @throws RangeError without positions
 */
export function bestMove(
  rules: RuleSet,
  positions: readonly Position[],
  options: BestMoveOptions,
): BestMove | null {
  const position = itemAt(positions, -1)
  if (gameOutcome(rules, positions)) return null
  const { level = 5, maxMillis = 1_000, maxNodes = Number.POSITIVE_INFINITY, now, random, signal } = options
  const { nodes, overlooks: share } = STRENGTHS[level]
  const end = now() + maxMillis
  const board = boardOf(rules, position, options.endings)
  const before = keysBefore(rules, positions)
  const all = withoutGoingBack(board, orderedTurns(board, random), before)
  const overlooks = share === 0 ? null : overlookedTurns(rules, positions, board, share, random)
  const seen = overlooks ? all.filter((turn) => !overlooks(turn) && !losesAtOnce(board, turn)) : all
  const roots = seen.length > 0 ? seen : all
  const lines = search(
    ...([board, roots, before] as const),
    {
      // a single move needs no search
      depth: all.length === 1 ? 1 : (options.maxDepth ?? MAX_DEPTH),
      nodes: Math.min(nodes, maxNodes),
      isOver: () => signal?.aborted === true || now() >= end,
    },
    { overlooks },
  )
  return inNotation(board, itemAt(lines, 0))
}

function losesAtOnce(board: RootBoard, turn: number): boolean {
  board.play(turn)
  const loses = board.status() === WON
  board.undo()
  return loses
}
