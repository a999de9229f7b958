import { expect, it } from 'vitest'
import { THREE_ID } from '../../rules/test/three-in-a-row/add.ts'
import { addAnswer } from '../../rules/test/three-in-a-row/add-answer.ts'
import { REPEATING_GAME } from '../../rules/test/three-in-a-row/rules.ts'
import { readRecords, writeRecord } from './index.ts'
import { NUMBERED_POINTS } from './move-words.ts'

addAnswer(NUMBERED_POINTS, ({ board }) => board.points)

it('writes and reads a game of a family that it knows nothing of', () => {
  const nodes = REPEATING_GAME.map((move, n) => ({ parent: n === 0 ? null : n - 1, move }))
  const tree = { rules: THREE_ID, rulesRevision: 1, start: null, nodes }
  const text = writeRecord({ tags: { White: 'Anna' }, tree, result: '1-0' })
  expect(text).toContain('[Rules "trial-three"]')
  expect(text).toContain('1. a1 c3 2. b1')
  const [game] = [...readRecords(text)]
  expect(game).toMatchObject({ rules: THREE_ID, moves: REPEATING_GAME, result: '1-0', error: null })
  const [numbered] = [...readRecords('[GameType "70"]\n\n1. 7 3 2. 8 2 *\n', { rules: THREE_ID })]
  expect(numbered?.moves).toEqual(['a1', 'c3', 'b1', 'b3'])
})
