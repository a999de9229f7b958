import { legalMoves, type Move, playTurn, ruleSet, startPosition, trustedMove } from '@tegenzet/rules'
import { checkTree, lineAlong, type MoveTree } from '@tegenzet/trees'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plyOfNode, withPlayed } from './played-line.ts'

const EMPTY: MoveTree = { rules: 'muehle', start: null, nodes: [] }
const moves = (text: string) => text.split(' ').map(trustedMove)

it('adds the moves of the game as the main line, before what was tried out', () => {
  const tried: MoveTree = {
    ...EMPTY,
    nodes: [
      { parent: null, move: trustedMove('a7') },
      { parent: null, move: trustedMove('d6'), comment: 'Solid.' },
    ],
  }
  const tree = withPlayed(tried, moves('d6 f4'))
  expect(tree.nodes.map(({ parent, move }) => [parent, move])).toEqual([
    [null, 'd6'],
    [0, 'f4'],
    [null, 'a7'],
  ])
  expect(tree.nodes[0]?.comment).toBe('Solid.')
  expect(withPlayed(tree, moves('d6 f4'))).toBe(tree)
  expect(plyOfNode(tree, moves('d6 f4'), 1)).toBe(2)
  expect(plyOfNode(tree, moves('d6 f4'), 2)).toBe(null)
  expect(plyOfNode(tree, moves('d6 f4'), null)).toBe(0)
})

it('keeps every tree legal, whatever was tried out before', () => {
  const rules = ruleSet('muehle')
  /** A legal game, chosen by numbers. */
  const gameOf = (choices: readonly number[]): Move[] => {
    let position = startPosition(rules)
    return choices.map((choice) => {
      const legal = legalMoves(rules, position)
      const move = legal[choice % legal.length]!
      const turn = playTurn(rules, position, move)
      if (turn.ok) position = turn.value.position
      return move
    })
  }
  const line = fc.array(fc.nat(4), { maxLength: 12 })
  fc.assert(
    fc.property(line, fc.array(line, { maxLength: 4 }), (played, tried) => {
      const tree = tried.reduce((tree, each) => withPlayed(tree, gameOf(each)), EMPTY)
      const grown = withPlayed(tree, gameOf(played))
      expect(checkTree(grown).ok).toBe(true)
      const nodes = lineAlong(grown, gameOf(played))
      expect(nodes.map((index) => grown.nodes[index]!.move)).toEqual(gameOf(played))
      expect(grown.nodes.length).toBeGreaterThanOrEqual(tree.nodes.length)
    }),
    { numRuns: 50 },
  )
})
