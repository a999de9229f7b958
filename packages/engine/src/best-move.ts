import { gameOutcome, losesAtOnce, type Move, type Position, type RuleSet } from '@tegenzet/rules'
import { type BestMove, inNotation } from './line-in-notation.ts'
import { type Board, boardOf, keysBefore, orderedTurns, withoutGoingBack } from './root.ts'
import { MAX_DEPTH, search } from './search.ts'

/** The playing strength, from 1, which a child beats, to 5, which uses all the time it gets. */
export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

/** By level: maximum depth in plies, and the share of random moves. */
const STRENGTHS: Record<Level, { depth: number; errors: number }> = {
  1: { depth: 1, errors: 0.3 },
  2: { depth: 2, errors: 0.12 },
  3: { depth: 3, errors: 0.03 },
  4: { depth: 5, errors: 0 },
  5: { depth: MAX_DEPTH, errors: 0 },
}

export interface BestMoveOptions {
  /** 5 by default. */
  level?: Level
  /** Milliseconds, 1,000 by default. */
  maxMillis?: number
  /** Maximum number of positions to visit; default: unlimited. */
  maxNodes?: number
  /** Maximum depth in plies; default: the level's. */
  maxDepth?: number
  /** A clock in milliseconds with any origin, such as `performance.now`. */
  now: () => number
  /** Numbers from 0 to 1, such as `Math.random`: they choose among equal moves and make a low level's errors. */
  random: () => number
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
  const position = positions.at(-1)
  if (position === undefined) throw new RangeError('a game has at least its start position')
  if (gameOutcome(rules, positions)) return null
  const { level = 5, maxMillis = 1_000, maxNodes = Number.POSITIVE_INFINITY, now, random, signal } = options
  const { depth, errors } = STRENGTHS[level]
  const end = now() + maxMillis
  const board = boardOf(rules, position)
  const before = keysBefore(rules, positions)
  const roots = withoutGoingBack(board, orderedTurns(board, random), before)
  const errs = random() < errors
  const [found] = search(
    board,
    errs ? [randomTurn(board, random, (move) => losesAtOnce(rules, positions, move))] : roots,
    before,
    {
      // a single move needs no search
      depth: Math.min(depth, options.maxDepth ?? MAX_DEPTH, roots.length === 1 ? 1 : MAX_DEPTH),
      nodes: maxNodes,
      isOver: () => signal?.aborted === true || now() >= end,
    },
  )
  return inNotation(board, found!)
}

/** A random turn of those worth searching, if possible one that does not lose at once. */
function randomTurn(board: Board, random: () => number, loses: (move: Move) => boolean): number {
  const out = new Int32Array(board.maxTurns)
  const turns = Array.from(out.subarray(0, board.turns(out, new Int32Array(board.maxTurns), 0)))
  const safe = turns.filter((turn) => !loses(board.notation(turn)))
  const from = safe.length > 0 ? safe : turns
  return from[Math.floor(random() * from.length)]!
}
