import { expect, test } from 'vitest'
import { decideOffer } from '../../src/play/draws/offer-draw.ts'
import { decideSettling } from '../../src/play/draws/settle-offer.ts'
import { after, claimBy, gameRow, NOW, offerBy, own } from './game-row.ts'

const SO_FAR = { offers: [], claims: [], positions: [], covered: null, ids: { offer: 30, message: 40 } }
const MOVES = ['d6', 'f4', 'b4', 'd2']
const code = (decision: ReturnType<typeof decideOffer>) => decision.ok || decision.error.code

test('a new offer is open, with its message', () => {
  const decision = decideOffer(own(gameRow({ moves: MOVES })), SO_FAR, { message: 'Draw?' }, NOW)
  expect(decision).toMatchObject({
    ok: true,
    value: {
      set: { drawOffer: { id: 30 } },
      offer: { id: 30, by: 'white', ply: 4, state: 'open', expiresAt: after(3 * 24).toISOString() },
      messages: [{ id: 40, offer: 30, kind: 'offer', text: 'Draw?' }],
    },
  })
})

test('a second offer is refused while one is open', () => {
  expect(code(decideOffer(own(gameRow({ drawOffer: offerBy('black') })), SO_FAR, {}, NOW))).toBe('offer-open')
})

test('the same offer can be repeated after five moves of one’s own', () => {
  const soFar = { ...SO_FAR, offers: [offerBy('white', { ply: 0, state: 'declined' })] }
  const at = (ply: number) => code(decideOffer(own(gameRow({ ply }), 'white'), soFar, {}, NOW))
  expect([at(8), at(10)]).toEqual(['offer-repeated', true])
})

test('an offer with a ground that a claim has closed can be repeated at once', () => {
  const closedAt = NOW.toISOString()
  const terms = { ground: 'repetition' as const, positions: [0, 2, 4] }
  const offers = [offerBy('white', { ...terms, ply: 4, state: 'closed', closedAt })]
  const game = own(gameRow({ rules: 'merels', moves: MOVES }))
  const positions = Array(5).fill(game.game.position)
  const claims = [{ ...claimBy('white'), createdAt: closedAt }]
  expect(code(decideOffer(game, { ...SO_FAR, positions, offers }, terms, NOW))).toBe('offer-repeated')
  expect(code(decideOffer(game, { ...SO_FAR, positions, offers, claims }, terms, NOW))).toBe(true)
})

test('an offer is accepted, declined with a reason, or withdrawn', () => {
  const offer = offerBy('white')
  const game = gameRow({ drawOffer: offer })
  const settle = (how: 'accepted' | 'declined' | 'withdrawn', reason?: string) => {
    const decision = decideSettling(
      own(game, how === 'withdrawn' ? 'white' : 'black'),
      offer,
      reason ? 9 : null,
      {
        how,
        arrivedAt: NOW,
        ...(reason && { reason }),
      },
    )
    return decision.ok && decision.value
  }
  expect(settle('accepted')).toMatchObject({
    set: { status: 'finished', winner: null, reason: 'agreement' },
    offerBecomes: 'accepted',
  })
  expect(settle('declined', 'I am better')).toMatchObject({
    set: { drawOffer: null },
    offerBecomes: 'declined',
    messages: [{ id: 9, by: 'black', kind: 'decline', offer: offer.id, text: 'I am better' }],
  })
  expect(settle('withdrawn')).toMatchObject({ set: { drawOffer: null }, offerBecomes: 'closed' })
})

test('an offer that is no longer open cannot be answered', () => {
  const offer = offerBy('white', { state: 'expired', closedAt: NOW.toISOString() })
  const decision = decideSettling(own(gameRow(), 'black'), offer, null, { how: 'accepted', arrivedAt: NOW })
  expect(decision).toMatchObject({ ok: false, error: { code: 'conflict' } })
})
