import { expect, test } from 'vitest'
import { comparedPlayers } from './agreement.ts'

const tally = (agreeing: number, moves = 100) => ({ agreeing, moves })

test('the quartiles are those of the players with enough moves', () => {
  const tallies = [tally(50), tally(90), tally(40), tally(60), tally(70), tally(9, 9)]
  expect(comparedPlayers(tallies)).toEqual({
    moves: 509,
    agreement: 0.627,
    players: 5,
    quartiles: { lower: 0.5, median: 0.6, upper: 0.7 },
  })
  expect(comparedPlayers(tallies.slice(0, 4)).quartiles).toEqual({ lower: 0.475, median: 0.55, upper: 0.675 })
  expect(comparedPlayers(tallies.slice(0, 3))).toMatchObject({ players: 3, quartiles: null })
  expect(comparedPlayers([])).toEqual({ moves: 0, agreement: null, players: 0, quartiles: null })
})
