import { branchesSchema } from '@tegenzet/contract'
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES } from '@tegenzet/contract/limits'
import { trustedMove } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { treeToPlan } from './tree-to-plan.ts'

const treeOf = (nodes: readonly [number | null, string][]): MoveTree => ({
  rules: 'muehle',
  start: null,
  nodes: nodes.map(([parent, move]) => ({ parent, move: trustedMove(move) })),
})

it('takes every move of the opponent with the first answer to it', () => {
  const tree = treeOf([
    [null, 'd6'],
    [0, 'f4'],
    [0, 'b4'],
    [1, 'a1'],
    [1, 'g1'],
    [3, 'a7'],
    [0, 'g7'],
    [6, 'd2'],
  ])
  expect(treeToPlan(tree, 0)).toEqual({
    branches: [
      { move: 'f4', reply: 'a1', then: [] },
      { move: 'g7', reply: 'd2', then: [] },
    ],
    replies: 2,
    tooDeep: 0,
    tooMany: 0,
    unanswered: 2,
  })
})

it('leaves out what exceeds the limits of the API, the farthest first, and counts it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 900 }), (choices) => {
      const nodes: [number | null, string][] = []
      // mostly long lines
      for (const [n, choice] of choices.entries())
        nodes.push([n === 0 ? null : choice % 3 === 0 ? choice % n : n - 1, `m${n}`])
      const { branches, replies, tooDeep, tooMany, unanswered } = treeToPlan(treeOf(nodes), null)
      expect(branchesSchema.safeParse(branches).success).toBe(true)
      expect(replies).toBeLessThanOrEqual(MAX_CONDITIONAL_REPLIES)
      if (tooMany > 0) expect(replies).toBe(MAX_CONDITIONAL_REPLIES)
      expect(Math.min(replies, tooDeep, tooMany, unanswered)).toBeGreaterThanOrEqual(0)
    }),
  )
  const line: [number | null, string][] = Array.from({ length: 26 }, (_, n) => [
    n === 0 ? null : n - 1,
    `m${n}`,
  ])
  expect(treeToPlan(treeOf(line), null)).toMatchObject({
    replies: MAX_CONDITIONAL_DEPTH,
    tooDeep: 13 - MAX_CONDITIONAL_DEPTH,
  })
})
