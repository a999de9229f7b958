import {
  judgeClaim,
  legalMoves,
  type Move,
  type Position,
  type RuleSet,
  replay,
  ruleSet,
  startPosition,
  trustedMove,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { differingPoints, proposeClaims, stretchOf } from './find-claims.ts'

/** All stones placed without a mill. */
const PLACING = 'a7 d7 g7 b6 d6 f6 b4 a4 c4 f4 g4 e4 d3 c3 e3 b2 f2 d2'.split(' ').map(trustedMove)
/** White and black go out and back: the same position after each four plies. */
const ROUND = ['d6-d5', 'a4-a1', 'd5-d6', 'a1-a4'].map(trustedMove)

const rounds = (plies: number): Move[] =>
  Array.from({ length: plies }, (_, n) => ROUND[n % ROUND.length] as Move)

function positionsOf(rules: RuleSet, moves: readonly Move[]): Position[] {
  const played = replay(rules, moves)
  if (!played.ok) throw new Error(`${played.error.move}: ${played.error.message}`)
  return played.value.positions
}

const proposed = (rules: RuleSet, moves: readonly Move[], toMove = true) => {
  const positions = positionsOf(rules, moves)
  return proposeClaims(rules, positions, toMove ? legalMoves(rules, positions.at(-1) as Position) : [])
}
const after = (plies: number) => [...PLACING, ...rounds(plies)]

describe('where claims are made before moving', () => {
  const rules = ruleSet('molenspel')

  it('nothing is proposed at the second occurrence', () => {
    expect(proposed(rules, after(6))).toEqual([])
  })

  it('a move that makes the third occurrence is proposed, with the position it makes', () => {
    expect(proposed(rules, after(7))).toEqual([
      { ground: 'repetition', positions: [18, 22, 26], intendedMove: 'a1-a4' },
    ])
  })

  it('the position on the board is proposed before what a move would make', () => {
    expect(proposed(rules, after(8)).map(({ intendedMove }) => intendedMove)).toEqual([null, 'd6-d5'])
  })

  it('what stood before the position on the board is no longer proposed', () => {
    const other = legalMoves(rules, positionsOf(rules, after(8)).at(-1) as Position).find(
      (move) => !ROUND.includes(move),
    ) as Move
    expect(proposed(rules, [...after(8), other], false)).toEqual([])
  })

  it('a quiet stretch is proposed from its hundredth ply on, whole, and with a move that makes it so', () => {
    const stretch = (plies: number) =>
      proposed(rules, after(plies - PLACING.length)).filter(({ ground }) => ground === 'quiet-moves')
    expect(stretch(98)).toEqual([])
    expect(stretch(99)).toMatchObject([{ plies: [1, 100], intendedMove: expect.any(String) }])
    expect(stretch(100)).toEqual([{ ground: 'quiet-moves', plies: [1, 100], intendedMove: null }])
    expect(stretch(101)).toEqual([{ ground: 'quiet-moves', plies: [1, 101], intendedMove: null }])
  })
})

describe('where claims are made after a declined offer', () => {
  const rules = ruleSet('muehle')

  it('what has stood anywhere in the game is proposed, also to who is not to move, the latest first', () => {
    expect(proposed(rules, after(10), false)).toEqual([
      { ground: 'repetition', positions: [20, 24, 28], intendedMove: null },
      { ground: 'repetition', positions: [19, 23, 27], intendedMove: null },
      { ground: 'repetition', positions: [18, 22, 26], intendedMove: null },
    ])
  })
})

it('nothing is proposed where draws come by themselves', () => {
  expect(proposed(ruleSet('moulin'), after(7))).toEqual([])
})

it('in Halma nothing is proposed before its rules count a repetition', () => {
  const rules = ruleSet('halma')
  const there = legalMoves(rules, startPosition(rules))[0] as Move
  const back = (move: Move) => trustedMove(move.split('-').reverse().join('-'))
  const begun = positionsOf(rules, [there])
  const answer = legalMoves(rules, begun[1] as Position)[0] as Move
  const round = [there, answer, back(there), back(answer)]
  expect(proposed(rules, [...round, ...round])).toEqual([])
})

it('whatever is proposed holds', () => {
  for (const id of ['molenspel', 'muehle', 'merels'] as const)
    for (const plies of [7, 8, 9, 10, 81, 82, 83]) {
      const rules = ruleSet(id)
      const positions = positionsOf(rules, after(plies))
      const found = proposed(rules, after(plies))
      expect(found.length).toBeGreaterThan(0)
      for (const proposal of found)
        expect(judgeClaim(rules, { ...proposal, by: 'white' }, positions).holds).toBe(true)
    }
})

describe('a quiet stretch', () => {
  const rules = ruleSet('muehle')

  it('is told with the last mill before it and the mills within it', () => {
    const moves = ['a7', 'b6', 'd7', 'f4', 'g7xf4', 'a1', 'b4', 'd1', 'c3', 'g1xb4'].map(trustedMove)
    const positions = positionsOf(rules, moves)
    expect(stretchOf(rules, positions, moves, [6, 9])).toEqual({
      before: { ply: 5, move: 'g7xf4' },
      within: [],
    })
    expect(stretchOf(rules, positions, moves, [2, 10])).toEqual({
      before: null,
      within: [
        { ply: 5, move: 'g7xf4' },
        { ply: 10, move: 'g1xb4' },
      ],
    })
  })
})

it('the points on which positions differ are gathered for each of them', () => {
  const rules = ruleSet('molenspel')
  const positions = positionsOf(rules, after(8))
  const claim = { ground: 'repetition', positions: [18, 19, 20], by: 'white' } as const
  const differing = differingPoints(judgeClaim(rules, claim, positions))
  expect([...differing].map(([n, points]) => [n, points.toSorted()])).toEqual([
    [18, ['d5', 'd6']],
    [19, ['a1', 'a4', 'd5', 'd6']],
    [20, ['a1', 'a4']],
  ])
})
