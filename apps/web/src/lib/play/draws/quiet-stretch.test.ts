import { replay, ruleSet, trustedMove } from '@tegenzet/rules'
import { expect, it } from 'vitest'
import { findQuietStretch } from './quiet-stretch.ts'

it('a quiet stretch comes with the last mill before it and the mills within it', () => {
  const rules = ruleSet('muehle')
  const moves = ['a7', 'b6', 'd7', 'f4', 'g7xf4', 'a1', 'b4', 'd1', 'c3', 'g1xb4'].map(trustedMove)
  const played = replay(rules, moves)
  if (!played.ok) throw new Error(played.error.message)
  const { positions } = played.value
  expect(findQuietStretch(rules, positions, moves, [6, 9])).toEqual({
    before: { ply: 5, move: 'g7xf4' },
    within: [],
  })
  expect(findQuietStretch(rules, positions, moves, [2, 10])).toEqual({
    before: null,
    within: [
      { ply: 5, move: 'g7xf4' },
      { ply: 10, move: 'g1xb4' },
    ],
  })
})
