import type { Game } from '@tegenzet/contract'
import { OUTCOME_REASONS } from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { formatShortReason, resultFor, sideOf } from './result.ts'

const game = (parts: Partial<Game>) =>
  ({ white: { username: 'anna' }, black: { username: 'bram' }, status: 'finished', ...parts }) as Game

describe('the result of a game', () => {
  it.each([
    [null, 'active', null, null],
    ['white', 'finished', 'won', 'lost'],
    ['black', 'finished', 'lost', 'won'],
    [null, 'finished', 'drawn', 'drawn'],
    [null, 'cancelled', 'cancelled', 'cancelled'],
  ] as const)(
    'is, with %s the winner and the game %s: %s for White, %s for Black',
    (winner, status, ...expected) => {
      const ended = game({ status, outcome: status === 'active' ? null : { winner, reason: 'resignation' } })
      expect([resultFor(ended, 'white'), resultFor(ended, 'black')]).toEqual(expected)
    },
  )

  it('has a different text for every reason', () => {
    expect(new Set(OUTCOME_REASONS.map(formatShortReason)).size).toBe(OUTCOME_REASONS.length)
  })
})

it('players have a side, spectators have none', () => {
  expect([sideOf(game({}), 'anna'), sideOf(game({}), 'bram'), sideOf(game({}), 'clara')]).toEqual([
    'white',
    'black',
    null,
  ])
})
