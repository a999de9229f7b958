import {
  losesAtOnce,
  type Move,
  occurrences,
  type Position,
  positionOutcome,
  REPETITION,
  type RuleSet,
} from '@tegenzet/rules'
import { HalmaBoard } from './halma-board.ts'
import { MillBoard } from './mill-board.ts'
import type { Key } from './position-stack.ts'
import { decidedIn } from './score.ts'
import { MAX_DEPTH, search } from './search.ts'
import type { SearchBoard } from './search-board.ts'
import { TranspositionTable } from './transposition-table.ts'

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

interface Board extends SearchBoard {
  notation(turn: number): Move
}

function boardOf(rules: RuleSet, position: Position): Board {
  switch (rules.family) {
    case 'mill':
      return new MillBoard(rules, position)
    case 'halma':
      return new HalmaBoard(rules, position)
  }
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
  if (isOver(rules, positions, position)) return null
  const { level = 5, maxMillis = 1_000, maxNodes = Number.POSITIVE_INFINITY, now, random, signal } = options
  const { depth, errors } = STRENGTHS[level]
  const end = now() + maxMillis
  const board = boardOf(rules, position)
  const before = positions.slice(0, -1).map((text): Key => {
    const { keyLow, keyHigh } = boardOf(rules, text)
    return [keyLow, keyHigh]
  })
  const roots = withoutGoingBack(board, orderedTurns(board, random), before)
  const errs = random() < errors
  const found = search(
    board,
    errs ? [randomTurn(board, random, (move) => losesAtOnce(rules, positions, move))] : roots,
    before,
    {
      // a single move needs no search
      depth: Math.min(depth, options.maxDepth ?? MAX_DEPTH, roots.length === 1 ? 1 : MAX_DEPTH),
      nodes: maxNodes,
      isOver: () => signal?.aborted === true || now() >= end,
    },
    new TranspositionTable(tableBits(maxNodes)),
  )
  const line = found.turns.map((turn) => board.notation(turn))
  return {
    move: line[0]!,
    score: found.score,
    decidedIn: decidedIn(found.score),
    depth: found.depth,
    nodes: found.nodes,
    line,
  }
}

function isOver(rules: RuleSet, positions: readonly Position[], position: Position): boolean {
  if (positionOutcome(rules, position)) return true
  return rules.draws.repetition === 'automatic' && occurrences(rules, positions).at(-1)! >= REPETITION
}

/** All legal turns by priority, equal ones in random order. */
function orderedTurns(board: Board, random: () => number): number[] {
  const out = new Int32Array(board.maxTurns)
  return Array.from(out.subarray(0, board.allTurns(out, 0)))
    .map((turn) => ({ turn, priority: board.priority(turn), order: random() }))
    .sort((a, b) => b.priority - a.priority || a.order - b.order)
    .map(({ turn }) => turn)
}

/** Leaves out turns back to an earlier position if repetition does not draw, or a game might never end. */
function withoutGoingBack(board: SearchBoard, turns: number[], before: readonly Key[]): number[] {
  if (board.repetitionDraws) return turns
  const onward = turns.filter((turn) => {
    board.play(turn)
    const isEarlier = before.some(([low, high]) => low === board.keyLow && high === board.keyHigh)
    board.undo(turn)
    return !isEarlier
  })
  return onward.length > 0 ? onward : turns
}

/** A random turn of those worth searching, if possible one that does not lose at once. */
function randomTurn(board: Board, random: () => number, loses: (move: Move) => boolean): number {
  const out = new Int32Array(board.maxTurns)
  const turns = Array.from(out.subarray(0, board.turns(out, 0)))
  const safe = turns.filter((turn) => !loses(board.notation(turn)))
  const from = safe.length > 0 ? safe : turns
  return from[Math.floor(random() * from.length)]!
}

/** One bucket per position that may be visited, within bounds. */
const tableBits = (nodes: number): number => Math.max(8, Math.min(17, Math.ceil(Math.log2(nodes))))
