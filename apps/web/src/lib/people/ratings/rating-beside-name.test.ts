import type { Game } from '@tegenzet/contract'
import { expect, it } from 'vitest'
import { nameWithRating, withKnownRatings } from './rating-beside-name.ts'

const anna = { id: 1, username: 'anna', kind: 'human' } as const
const bram = { id: 2, username: 'bram', kind: 'human' } as const
const game = (rules: string, rating?: number): Game =>
  ({
    rules,
    white: { ...anna, ...(rating && { rating: { rules, rating, provisional: true } }) },
    black: bram,
  }) as Game

it('shows a name with the rating in whole points, and a question mark while it is provisional', () => {
  expect(nameWithRating(game('halma', 1612.4).white)).toBe('anna 1612?')
  expect(nameWithRating(bram)).toBe('bram')
})

it('keeps the rating that an answer has shown for the events of the same rule set', () => {
  withKnownRatings(game('halma', 1612.4))
  expect(withKnownRatings(game('halma')).white.rating?.rating).toBe(1612.4)
  expect(withKnownRatings(game('muehle')).white).toEqual(anna)
  withKnownRatings(game('halma', 1650))
  expect(withKnownRatings(game('halma')).white.rating?.rating).toBe(1650)
})
