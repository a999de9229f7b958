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
import { movesWithRepetition, PLACING } from '$lib/play/game/repetition-fixture.ts'
import { proposeClaims } from './propose-claims.ts'

function positionsOf(rules: RuleSet, moves: readonly Move[]): Position[] {
  const played = replay(rules, moves)
  if (!played.ok) throw new Error(`${played.error.move}: ${played.error.message}`)
  return played.value.positions
}

const proposed = (rules: RuleSet, moves: readonly Move[], toMove = true) => {
  const positions = positionsOf(rules, moves)
  return proposeClaims(rules, positions, toMove ? legalMoves(rules, positions.at(-1) as Position) : [])
}

describe('proposals where claims are made before moving', () => {
  const rules = ruleSet('molenspel')

  it('are none at the second occurrence of a position', () => {
    expect(proposed(rules, movesWithRepetition(6))).toEqual([])
  })

  it('include a move that leads to the third occurrence', () => {
    expect(proposed(rules, movesWithRepetition(7))).toEqual([
      { ground: 'repetition', positions: [18, 22, 26], intendedMove: 'a1-a4' },
    ])
  })

  it('have the position on the board before intended moves', () => {
    expect(proposed(rules, movesWithRepetition(8)).map(({ intendedMove }) => intendedMove)).toEqual([
      null,
      'd6-d5',
    ])
  })

  it('do not include what ended before the position on the board', () => {
    const other = legalMoves(rules, positionsOf(rules, movesWithRepetition(8)).at(-1) as Position).find(
      (move) => !movesWithRepetition(4).includes(move),
    ) as Move
    expect(proposed(rules, [...movesWithRepetition(8), other], false)).toEqual([])
  })

  it('include a stretch of quiet moves from its hundredth ply on', () => {
    const stretch = (plies: number) =>
      proposed(rules, movesWithRepetition(plies - PLACING.length)).filter(
        ({ ground }) => ground === 'quiet-moves',
      )
    expect(stretch(98)).toEqual([])
    expect(stretch(99)).toMatchObject([{ plies: [1, 100], intendedMove: expect.any(String) }])
    expect(stretch(100)).toEqual([{ ground: 'quiet-moves', plies: [1, 100], intendedMove: null }])
    expect(stretch(101)).toEqual([{ ground: 'quiet-moves', plies: [1, 101], intendedMove: null }])
  })
})

describe('proposals where claims are made after a declined offer', () => {
  const rules = ruleSet('muehle')

  it('include all of the game, also for the player who is not to move, the latest first', () => {
    expect(proposed(rules, movesWithRepetition(10), false)).toEqual([
      { ground: 'repetition', positions: [20, 24, 28], intendedMove: null },
      { ground: 'repetition', positions: [19, 23, 27], intendedMove: null },
      { ground: 'repetition', positions: [18, 22, 26], intendedMove: null },
    ])
  })
})

it('nothing is proposed where draws are automatic', () => {
  expect(proposed(ruleSet('moulin'), movesWithRepetition(7))).toEqual([])
})

it('nothing is proposed in Halma before its rules count repetitions', () => {
  const rules = ruleSet('halma')
  const there = legalMoves(rules, startPosition(rules))[0] as Move
  const back = (move: Move) => trustedMove(move.split('-').reverse().join('-'))
  const begun = positionsOf(rules, [there])
  const answer = legalMoves(rules, begun[1] as Position)[0] as Move
  const round = [there, answer, back(there), back(answer)]
  expect(proposed(rules, [...round, ...round])).toEqual([])
})

it('every proposal holds', () => {
  for (const id of ['molenspel', 'muehle', 'merels'] as const)
    for (const plies of [7, 8, 9, 10, 81, 82, 83]) {
      const rules = ruleSet(id)
      const positions = positionsOf(rules, movesWithRepetition(plies))
      const found = proposed(rules, movesWithRepetition(plies))
      expect(found.length).toBeGreaterThan(0)
      for (const proposal of found)
        expect(judgeClaim(rules, { ...proposal, by: 'white' }, positions).holds).toBe(true)
    }
})
