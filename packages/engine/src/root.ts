import { byFamily, type Move, type Position, type RuleSet } from '@tegenzet/rules'
import type { Endings } from './endings.ts'
import { HalmaBoard, halmaKey } from './halma-board.ts'
import { MillBoard, millKey } from './mill-board.ts'
import type { Key } from './position-stack.ts'
import type { SearchBoard } from './search-board.ts'

/** What a search starts from: the board, the turns to choose from, and the positions before. */
export interface Board extends SearchBoard {
  notation(turn: number): Move
}

export function boardOf(rules: RuleSet, position: Position, endings: Endings | null = null): Board {
  return byFamily<Board>(rules, {
    mill: (rules) => new MillBoard(rules, position, endings),
    halma: (rules) => new HalmaBoard(rules, position),
  })
}

/** The keys of all positions but the last. */
export const keysBefore = (rules: RuleSet, positions: readonly Position[]): Key[] =>
  byFamily(rules, {
    mill: (rules) => positions.slice(0, -1).map((text) => millKey(rules, text)),
    halma: (rules) => positions.slice(0, -1).map((text) => halmaKey(rules, text)),
  })

/** All legal turns by priority, equal ones in random order. */
export function orderedTurns(board: Board, random: () => number): number[] {
  const out = new Int32Array(board.maxTurns)
  const priorities = new Int32Array(board.maxTurns)
  return Array.from(out.subarray(0, board.allTurns(out, priorities, 0)))
    .map((turn, n) => ({ turn, priority: priorities[n]!, order: random() }))
    .sort((a, b) => b.priority - a.priority || a.order - b.order)
    .map(({ turn }) => turn)
}

/** Leaves out turns back to an earlier position if repetition does not draw, or a game might never end. */
export function withoutGoingBack(board: SearchBoard, turns: number[], before: readonly Key[]): number[] {
  if (board.repetitionDraws) return turns
  const onward = turns.filter((turn) => {
    board.play(turn)
    const isEarlier = before.some(([low, high]) => low === board.keyLow && high === board.keyHigh)
    board.undo()
    return !isEarlier
  })
  return onward.length > 0 ? onward : turns
}
