import { type Position, parsePosition, playTurn, ruleSet, type Side, trustedMove } from '@tegenzet/rules'
import { expect, it } from 'vitest'
import { judgeMoves } from './judge-moves.ts'

const rules = ruleSet('halma')
if (rules.family !== 'halma') throw new Error('halma is of another family')
const { board, stones } = rules

/** A position with white to move. The stones that are not named stand in the camp they go to. */
function position(white: string, black: string): Position {
  const used = new Set(`${white} ${black}`.split(' '))
  const parked = (other: Side, named: string) => {
    const own = named.split(' ')
    const free = board.camps[other].filter((point) => !used.has(point))
    return [...own, ...free.slice(0, stones - own.length)]
  }
  const owner = new Map([
    ...parked('black', white).map((point) => [point, 'w'] as const),
    ...parked('white', black).map((point) => [point, 'b'] as const),
  ])
  const letters = board.points.map(({ name }) => owner.get(name) ?? '.')
  const rows = Array.from({ length: board.size }, () => letters.splice(0, board.size).join(''))
  const parsed = parsePosition(rules, `${rows.join('/')} w 30`)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

/** The reason for a blunder, from the engine's best line before it and the answer after it. */
function reasonOf(before: Position, move: string, best: string, reply = '') {
  const turn = playTurn(rules, before, trustedMove(move))
  if (!turn.ok) throw new Error(turn.error.message)
  const line = (text: string) => text.split(' ').filter(Boolean).map(trustedMove)
  const [judged] = judgeMoves({
    rules,
    positions: [before, turn.value.position],
    moves: [trustedMove(move)],
    evaluations: [
      { score: 0, decidedIn: null, line: line(best), isExact: false },
      { score: 500, decidedIn: null, line: line(reply), isExact: false },
    ],
  })
  return judged?.reason
}

it('names the stones that stay behind in the camp', () => {
  const before = position('g2 d5', 'e9')
  expect(reasonOf(before, 'd5-c6', 'g2-f3')).toEqual({ kind: 'stays-in-camp', count: 1 })
  // not while the best move leaves them there too
  expect(reasonOf(before, 'd5-e4', 'd5-c6')).toEqual({ kind: 'moves-back' })
})

it('counts the jumps that the opponent gets', () => {
  // d7 jumps over e7, g6 and g5 once a stone stands on e7
  const before = position('f8 g6 g5 c5', 'd7')
  expect(reasonOf(before, 'f8-e7', 'c5-c6', 'd7-f5')).toEqual({ kind: 'allows-chain', jumps: 3 })
  // one that the best move allows as well is no reason
  const open = position('e7 g6 g5 c5', 'd7')
  expect(reasonOf(open, 'c5-c4', 'c5-c6', 'd7-f5')).toEqual({ kind: 'moves-back' })
})

it('counts the jumps of a move that would have led further', () => {
  const before = position('g4 f5', 'e7')
  expect(reasonOf(before, 'f5-e5', 'g4-e8')).toEqual({ kind: 'misses-chain', jumps: 2 })
})

it('counts the jumps that the better move prepares', () => {
  const before = position('g4 g5', 'e7 c3')
  expect(reasonOf(before, 'g5-g6', 'g5-f5 c3-d2 g4-e8', 'c3-d2')).toEqual({
    kind: 'misses-preparation',
    jumps: 2,
  })
})

it('is left out where the board does not show one', () => {
  const before = position('d5 e3', 'e9')
  expect(reasonOf(before, 'd5-c5', 'd5-c6')).toBe(null)
})
