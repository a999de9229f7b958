import type { Branch } from '@tegenzet/contract'
import { describe, expect, test } from 'vitest'
import { seeded } from '../../demo/seeded.ts'
import { followConditionalMoves } from './follow-conditional-moves.ts'

const branch = (move: string, reply: string, ...then: Branch[]): Branch => ({ move, reply, then })

describe('following conditional moves', () => {
  const late = branch('e', 'f')
  const plan = {
    ply: 7,
    branches: [branch('a', 'b', branch('c', 'd', late), branch('x', 'y')), branch('q', 'r')],
  }

  test('does not advance while no move is played', () => {
    expect(followConditionalMoves(plan, [])).toEqual({ at: 'opponent', ...plan })
  })

  test('finds the reply to a move, then the branches after the reply', () => {
    expect(followConditionalMoves(plan, ['q'])).toEqual({ at: 'reply', branch: plan.branches[1], ...plan })
    expect(followConditionalMoves(plan, ['a', 'b'])).toEqual({
      at: 'opponent',
      ply: 9,
      branches: plan.branches[0]!.then,
    })
    expect(followConditionalMoves(plan, ['a', 'b', 'c', 'd'])).toEqual({
      at: 'opponent',
      ply: 11,
      branches: [late],
    })
    expect(followConditionalMoves(plan, ['a', 'b', 'c', 'd', 'e'])).toEqual({
      at: 'reply',
      branch: late,
      ply: 11,
      branches: [late],
    })
  })

  test('ends when either player deviates, and when no branch is left', () => {
    expect(followConditionalMoves(plan, ['z'])).toEqual({ at: 'end', reason: 'other-move' })
    expect(followConditionalMoves(plan, ['a', 'b', 'z'])).toEqual({ at: 'end', reason: 'other-move' })
    expect(followConditionalMoves(plan, ['a', 'z'])).toEqual({ at: 'end', reason: 'own-move' })
    expect(followConditionalMoves(plan, ['a', 'z', 'c'])).toEqual({ at: 'end', reason: 'own-move' })
    expect(followConditionalMoves(plan, ['q', 'r'])).toEqual({ at: 'end', reason: 'played-out' })
    expect(followConditionalMoves(plan, ['q', 'r', 'a'])).toEqual({ at: 'end', reason: 'played-out' })
  })
})

test('gives the same result move by move and for all moves at once', () => {
  const random = seeded(11)
  const some = (most: number) => Math.floor(random() * (most + 1))
  const grown = (depth: number): Branch[] =>
    depth === 0
      ? []
      : Array.from({ length: some(3) }, (_, n) => branch(`m${n}`, `r${some(2)}`, ...grown(depth - 1)))
  for (let n = 0; n < 500; n++) {
    const plan = { ply: some(40), branches: grown(4) }
    // mostly moves of a branch
    const moves: string[] = []
    for (let at = plan.branches; at.length > 0 && random() < 0.9; ) {
      const chosen = at[some(at.length - 1)]!
      moves.push(random() < 0.9 ? chosen.move : 'other')
      if (random() < 0.2) break
      moves.push(random() < 0.9 ? chosen.reply : 'other')
      at = chosen.then
    }
    const cut = 2 * some(moves.length / 2)
    const first = followConditionalMoves(plan, moves.slice(0, cut))
    const whole = followConditionalMoves(plan, moves)
    if (first.at === 'opponent') expect(followConditionalMoves(first, moves.slice(cut))).toEqual(whole)
    else expect(whole).toEqual(first)
  }
})
