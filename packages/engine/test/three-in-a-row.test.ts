import { positionsOf, trustedMove } from '@tegenzet/rules'
import { expect, it } from 'vitest'
import { THREE } from '../../rules/test/three-in-a-row/add.ts'
import { addAnswer } from '../../rules/test/three-in-a-row/add-answer.ts'
import { bestLines, bestMove } from '../src/index.ts'
import { SEARCHED } from '../src/root.ts'
import { ThreeInARowBoard, threeKey } from './three-in-a-row-board.ts'

addAnswer(SEARCHED, () => ({
  board: (position) => new ThreeInARowBoard(position),
  key: threeKey,
}))

it('searches a family that it is given only a board of', () => {
  const positions = positionsOf(THREE, ['b2', 'a1', 'c1'].map(trustedMove))
  const timeless = { now: () => 0, random: () => 0.5, maxDepth: 4 }
  expect(bestMove(THREE, positions, timeless)?.move, 'stops the row').toBe('a3')
  const missed = positionsOf(THREE, ['b2', 'a1', 'c1', 'b1'].map(trustedMove))
  expect(bestLines(THREE, missed, { maxDepth: 2 })[0]).toMatchObject({ move: 'a3', decidedIn: 1 })
})
