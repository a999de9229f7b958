import { positionsOf, ruleSet, trustedMove } from '@tegenzet/rules'
import { checkTree } from '@tegenzet/trees'
import { expect, it } from 'vitest'
import { judgeMoves } from './judge-moves.ts'
import { reviewTree } from './review-tree.ts'

it('has the game as its main line, and what was better beside each mistake', () => {
  const rules = ruleSet('muehle')
  const moves = ['d6', 'f4', 'a1', 'g1'].map(trustedMove)
  const positions = positionsOf(rules, moves)
  const evaluation = (score: number, line: string) => ({
    score,
    decidedIn: null,
    isExact: false,
    line: line.split(' ').map(trustedMove),
  })
  const evaluations = [
    ...[null, null],
    evaluation(0, 'b6 f6 d2'),
    // a blunder, and then the best move
    evaluation(400, 'g1 a7'),
    evaluation(-400, 'a7'),
  ]
  const game = { rules, positions, moves, evaluations }
  const tree = reviewTree(game, judgeMoves(game), ({ ply }) => `Ply ${ply}.`)
  expect(tree.nodes).toEqual([
    { parent: null, move: 'd6' },
    { parent: 0, move: 'f4' },
    { parent: 1, move: 'a1', comment: 'Ply 3.', nags: [4] },
    { parent: 2, move: 'g1' },
    { parent: 1, move: 'b6' },
    { parent: 4, move: 'f6' },
    { parent: 5, move: 'd2' },
  ])
  expect(checkTree(tree).ok).toBe(true)
})
