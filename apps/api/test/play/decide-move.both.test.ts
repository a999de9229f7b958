import { MAX_PLY } from '@tegenzet/contract'
import { expect, test } from 'vitest'
import { decideMove } from '../../src/play/moves/play-move.ts'
import { after, gameRow, HOUR, NOW, offerBy, own } from './game-row.ts'

const NOTHING = { earlier: 0, tooMany: null, messageId: null, soFar: null }
const SO_FAR = { offers: [], claims: [], positions: [], covered: null, ids: { offer: 30, message: 40 } }
const at = after(1)
const decided = (decision: ReturnType<typeof decideMove>) => {
  if (!decision.ok) throw new Error(decision.error.detail)
  return decision.value!
}

test('a legal move passes the turn and starts the opponent’s clock', () => {
  const { set, played, messages } = decided(
    decideMove(own(gameRow()), NOTHING, { move: 'd6', ply: 0, arrivedAt: at }),
  )
  expect(set).toMatchObject({ ply: 1, lastMove: 'd6', turn: 'black', clockSince: at, deadline: after(73) })
  expect(set.whiteRemainingMs).toBe(72 * HOUR)
  expect([played?.move, messages]).toEqual(['d6', []])
})

test('a move on the other turn, at another ply, or against the rules is refused', () => {
  const game = gameRow({ moves: ['d6'] })
  const code = (side: 'white' | 'black', move: string, ply: number) => {
    const decision = decideMove(own(game, side), NOTHING, { move, ply, arrivedAt: at })
    return decision.ok || decision.error.code
  }
  expect(code('white', 'f4', 1)).toBe('not-your-turn')
  expect(code('black', 'f4', 0)).toBe('stale-ply')
  expect(code('black', 'd6', 1)).toBe('illegal-move')
  expect(code('black', 'f4', 1)).toBe(true)
})

test('a move declines the opponent’s offer and leaves one’s own open', () => {
  const command = { move: 'd6', ply: 0, arrivedAt: at }
  const theirs = decided(decideMove(own(gameRow({ drawOffer: offerBy('black') })), NOTHING, command))
  expect([theirs.set.drawOffer, theirs.offerBecomes]).toEqual([null, 'declined'])
  const mine = offerBy('white')
  const kept = decided(decideMove(own(gameRow({ drawOffer: mine })), NOTHING, command))
  expect([kept.set.drawOffer, kept.offerBecomes]).toEqual([mine, 'closed'])
})

test('an offer and a message can come with a move', () => {
  const command = { move: 'd6', ply: 0, message: 'Hello', offerDraw: { message: 'Draw?' }, arrivedAt: at }
  const { set, offer, messages } = decided(
    decideMove(own(gameRow()), { ...NOTHING, messageId: 41, soFar: SO_FAR }, command),
  )
  expect(offer).toMatchObject({ id: 30, by: 'white', ply: 1, state: 'open' })
  expect(set.drawOffer).toBe(offer)
  expect(messages).toMatchObject([
    { id: 41, kind: 'talk', ply: 1, text: 'Hello' },
    { id: 40, kind: 'offer', ply: 1, offer: 30, text: 'Draw?' },
  ])
})

test('an offer with the game’s last move is closed at once', () => {
  const game = gameRow({ ply: MAX_PLY - 1, turn: 'white' })
  const command = { move: 'd6', ply: MAX_PLY - 1, offerDraw: {}, arrivedAt: at }
  const { set, offer } = decided(decideMove(own(game), { ...NOTHING, soFar: SO_FAR }, command))
  expect(set).toMatchObject({ status: 'finished', turn: null, reason: 'too-long', deadline: null })
  expect(offer).toMatchObject({ state: 'closed', closedAt: at.toISOString() })
})

test('the third occurrence ends a game only where repetition does so by itself', () => {
  const reason = (rules: 'moulin' | 'muehle') =>
    decided(
      decideMove(own(gameRow({ rules })), { ...NOTHING, earlier: 2 }, { move: 'd6', ply: 0, arrivedAt: NOW }),
    ).set.reason
  expect(reason('moulin')).toBe('repetition')
  expect(reason('muehle')).toBeUndefined()
})
