import { expect, test } from 'vitest'
import { decideLeaving } from '../../src/play/leaving/leave-game.ts'
import { gameRow, NOW, own } from './game-row.ts'

const TOURNAMENT = { id: 1, name: 'Club evening', stage: 1, group: 1 }
const outcome = (decision: ReturnType<typeof decideLeaving>) =>
  decision.ok ? [decision.value!.set.winner, decision.value!.set.reason] : decision.error.code

test('before both have moved, leaving cancels a game', () => {
  const game = own(gameRow({ moves: ['d6'] }))
  expect(outcome(decideLeaving(game, 'resign', NOW))).toEqual([null, 'cancelled'])
  expect(outcome(decideLeaving(game, 'cancel', NOW))).toEqual([null, 'cancelled'])
})

test('afterwards it can only be resigned', () => {
  const game = own(gameRow({ moves: ['d6', 'f4'] }), 'white')
  expect(outcome(decideLeaving(game, 'resign', NOW))).toEqual(['black', 'resignation'])
  expect(outcome(decideLeaving(game, 'cancel', NOW))).toBe('too-late-to-cancel')
})

test('a game of a competition is never cancelled', () => {
  for (const competition of [{ tournament: TOURNAMENT }, { ladder: true }]) {
    const game = own(gameRow(competition), 'black')
    expect(outcome(decideLeaving(game, 'resign', NOW))).toEqual(['white', 'forfeit'])
    expect(outcome(decideLeaving(game, 'cancel', NOW))).toBe('too-late-to-cancel')
  }
})
