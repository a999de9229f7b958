import { expect, it } from 'vitest'
import { formatOutcomeReason } from './format-outcome.ts'

const NAMES = { white: 'anna', black: 'bram' }

it('the reason a game ended speaks to the reader it is about', () => {
  const lost = { winner: 'white', reason: 'few-stones' } as const
  expect(formatOutcomeReason(lost, NAMES, 'black')).toBe('You have fewer than three stones left.')
  expect(formatOutcomeReason(lost, NAMES, 'white')).toBe('bram has fewer than three stones left.')
  expect(formatOutcomeReason(lost, NAMES, null)).toBe('bram has fewer than three stones left.')
  const filled = { winner: 'white', reason: 'camp-filled' } as const
  expect(formatOutcomeReason(filled, NAMES, 'white')).toBe('All your stones are in the other camp.')
  expect(formatOutcomeReason(filled, NAMES, 'black')).toBe('All stones of anna are in the other camp.')
})
