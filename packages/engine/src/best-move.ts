import {
  losesAtOnce,
  type Move,
  occurrences,
  type Position,
  positionOutcome,
  REPETITION,
  type RuleSet,
} from '@tegenzet/rules'
import type { Board } from './board.ts'
import { HalmaBoard } from './halma.ts'
import { MillBoard } from './mill.ts'
import { DEEPEST, decidedIn, type Keys, search } from './search.ts'
import { Table } from './table.ts'

/** How strong play is, from 1, which a child beats, to 5, which uses all the time it is given. */
export const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

/** How many plies a level looks ahead at most, and how often it plays just anything. */
const STRENGTHS: Record<Level, { depth: number; errors: number }> = {
  1: { depth: 1, errors: 0.3 },
  2: { depth: 2, errors: 0.12 },
  3: { depth: 3, errors: 0.03 },
  4: { depth: 5, errors: 0 },
  5: { depth: DEEPEST, errors: 0 },
}

export interface Thinking {
  /** 5 where it is not said. */
  level?: Level
  /** A second where it is not said. However little it is, there is a move. */
  maxMillis?: number
  /** Positions looked at. */
  maxNodes?: number
  /** Plies looked ahead. */
  maxDepth?: number
  /** Milliseconds, from whenever: `performance.now`. */
  now: () => number
  /** From 0 to 1: which of equal moves is chosen, and a lower level's errors. */
  random: () => number
  /** Given up where it is `aborted`: an AbortSignal, or anything over memory that another thread writes. */
  signal?: { readonly aborted: boolean }
}

export interface Found {
  move: Move
  /** For the side to move, a hundred for about a stone. */
  score: number
  /** In how many plies the side to move wins by force, or, where negative, loses; null where nobody is seen to. */
  decidedIn: number | null
  /** Plies looked ahead whole. */
  depth: number
  nodes: number
  /** The moves that are expected, from `move` on. */
  line: Move[]
}

/** How a family's positions are searched: all turns of one to choose from, notation, and what Board asks. */
interface Searched extends Board {
  allTurns(out: Int32Array, at: number): number
  notation(turn: number): Move
}

function boardOf(rules: RuleSet, position: Position): Searched {
  switch (rules.family) {
    case 'mill':
      return new MillBoard(rules, position)
    case 'halma':
      return new HalmaBoard(rules, position)
  }
}

/**
 * A move for the side to move in the last of `positions`, which are all of the game so far; null in a game that has
 * ended by the rules. The same options, clock and dice give the same move.
 */
export function bestMove(rules: RuleSet, positions: readonly Position[], thinking: Thinking): Found | null {
  const position = positions.at(-1)
  if (position === undefined) throw new RangeError('a game has at least its start position')
  if (isOver(rules, positions, position)) return null
  const { level = 5, maxMillis = 1_000, maxNodes = Number.POSITIVE_INFINITY, now, random, signal } = thinking
  const { depth, errors } = STRENGTHS[level]
  const end = now() + maxMillis
  const board = boardOf(rules, position)
  const before: Keys = positions.slice(0, -1).map((text) => {
    const { keyLow, keyHigh } = boardOf(rules, text)
    return [keyLow, keyHigh]
  })
  const roots = forwards(board, rootsOf(board, random), before)
  const errs = random() < errors
  const found = search(
    board,
    errs ? [anyTurn(board, random, (move) => losesAtOnce(rules, positions, move))] : roots,
    before,
    {
      // a single move needs no thought
      depth: Math.min(depth, thinking.maxDepth ?? DEEPEST, roots.length === 1 ? 1 : DEEPEST),
      nodes: maxNodes,
      isOver: () => signal?.aborted === true || now() >= end,
    },
    new Table(tableBits(maxNodes)),
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

/** Every legal turn, the promising first, those that promise the same in the order of the dice. */
function rootsOf(board: Searched, random: () => number): number[] {
  const out = new Int32Array(board.mostTurns)
  return Array.from(out.subarray(0, board.allTurns(out, 0)))
    .map((turn) => ({ turn, promise: board.promise(turn), dice: random() }))
    .sort((a, b) => b.promise - a.promise || a.dice - b.dice)
    .map(({ turn }) => turn)
}

/** Where repetition does not draw, no turn leads back to a position of the game, if there is another: nobody walks in circles. */
function forwards(board: Board, turns: number[], before: Keys): number[] {
  if (board.repetitionDraws) return turns
  const onward = turns.filter((turn) => {
    board.play(turn)
    const stood = before.some(([low, high]) => low === board.keyLow && high === board.keyHigh)
    board.takeBack(turn)
    return !stood
  })
  return onward.length > 0 ? onward : turns
}

/** A turn by the dice, if there is one that does not lose at once. None of those that nobody would think of: a race ends. */
function anyTurn(board: Searched, random: () => number, loses: (move: Move) => boolean): number {
  const out = new Int32Array(board.mostTurns)
  const turns = Array.from(out.subarray(0, board.turns(out, 0)))
  const safe = turns.filter((turn) => !loses(board.notation(turn)))
  const from = safe.length > 0 ? safe : turns
  return from[Math.floor(random() * from.length)]!
}

/** No more places than there may be positions to store. */
const tableBits = (nodes: number): number => Math.max(8, Math.min(17, Math.ceil(Math.log2(nodes))))
