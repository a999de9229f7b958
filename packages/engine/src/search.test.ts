import { type Position, RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { expect, it } from 'vitest'
import { randomGame } from '../bench/match.ts'
import { HalmaBoard } from './halma-board.ts'
import { MillBoard } from './mill-board.ts'
import { decidedIn, WIN } from './score.ts'
import { search } from './search.ts'
import { TranspositionTable } from './transposition-table.ts'

/** A random position in the middle of a game. */
const somewhere = (id: RuleSetId, seed: number, plies: number): Position =>
  randomGame(ruleSet(id), seed, plies).at(-1)!

const boardOf = (id: RuleSetId, position: Position) =>
  id === 'halma' ? new HalmaBoard(ruleSet(id), position) : new MillBoard(ruleSet(id), position)

it.each(RULE_SET_IDS)('%s: earlier searches change the work, not the score', (id) => {
  const depth = id === 'halma' ? 3 : 4
  for (const plies of [0, 14, 22, 40]) {
    const board = boardOf(id, somewhere(id, plies + 1, plies))
    const out = new Int32Array(board.maxTurns)
    const roots = Array.from(out.subarray(0, board.turns(out, 0)))
    const limits = { depth, nodes: Number.POSITIVE_INFINITY, isOver: () => false }
    const [without, withTable] = [null, new TranspositionTable(16)].map((table) =>
      search(board, roots, [], limits, table),
    )
    expect(withTable!.score).toBe(without!.score)
    expect(withTable!.nodes).toBeLessThanOrEqual(without!.nodes * 1.2)
  }
})

it.each(RULE_SET_IDS)('%s: making and unmaking turns restores the board', (id) => {
  for (const plies of [0, 7, 19, 33]) {
    const board = boardOf(id, somewhere(id, plies + 3, plies))
    const out = new Int32Array(board.maxTurns)
    const end = board.allTurns(out, 0)
    const facts = () => [board.keyLow, board.keyHigh, board.counter, board.status(), board.evaluate()]
    const before = facts()
    for (const turn of out.slice(0, end)) {
      board.play(turn)
      expect([board.keyLow, board.keyHigh]).not.toEqual(before.slice(0, 2))
      board.undo(turn)
      expect(facts()).toEqual(before)
    }
  }
})

it('a decisive score tells in how many plies', () => {
  expect(decidedIn(WIN - 3)).toBe(3)
  expect(decidedIn(-(WIN - 2))).toBe(-2)
  expect(decidedIn(120)).toBeNull()
})
