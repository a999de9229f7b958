import { itemAt } from '@tegenzet/common'
import { type ByFamily, byFamily, type Move, type Position, type RuleSet } from '@tegenzet/rules'
import type { Endings } from './endings.ts'
import { HalmaSearchBoard, halmaKey } from './halma-board.ts'
import { MillSearchBoard, millKey } from './mill-board.ts'
import type { Key } from './position-stack.ts'
import type { SearchBoard } from './search-board.ts'

/** What a search starts from: the board, the turns to choose from, and the positions before. */
export interface RootBoard extends SearchBoard {
  notation(turn: number): Move
}

/** How a family is searched. */
interface Searched {
  board(position: Position, endings: Endings | null): RootBoard
  key(position: Position): Key
}

export const SEARCHED: ByFamily<Searched> = {
  mill: (rules) => ({
    board: (position, endings) => new MillSearchBoard(rules, position, endings),
    key: (position) => millKey(rules, position),
  }),
  halma: (rules) => ({
    board: (position) => new HalmaSearchBoard(rules, position),
    key: (position) => halmaKey(rules, position),
  }),
}

export const boardOf = (rules: RuleSet, position: Position, endings: Endings | null = null): RootBoard =>
  byFamily(rules, SEARCHED).board(position, endings)

/** The keys of all positions but the last. */
export const keysBefore = (rules: RuleSet, positions: readonly Position[]): Key[] =>
  positions.slice(0, -1).map(byFamily(rules, SEARCHED).key)

/** All legal turns by priority, equal ones in random order. */
export function orderedTurns(board: RootBoard, random: () => number): number[] {
  const out = new Int32Array(board.maxTurns)
  const priorities = new Int32Array(board.maxTurns)
  return Array.from(out.subarray(0, board.allTurns(out, priorities, 0)))
    .map((turn, n) => ({ turn, priority: itemAt(priorities, n), order: random() }))
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
