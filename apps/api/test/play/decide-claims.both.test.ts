import { expect, test } from 'vitest'
import { decideAgreeing } from '../../src/play/claims/agree-to-claim.ts'
import { decideClaim } from '../../src/play/claims/file-claim.ts'
import { decideRuling } from '../../src/play/claims/rule-on-claim.ts'
import { decideWithdrawing } from '../../src/play/claims/withdraw-claim.ts'
import { after, claimBy, gameRow, HOUR, NOW, own } from './game-row.ts'

const MOVES = ['d6', 'f4', 'b4', 'd2']
const frozen = (by: 'white' | 'black') =>
  gameRow({
    moves: MOVES,
    status: 'claimed',
    openClaim: { id: 5, by },
    clockSince: null,
    deadline: null,
  })
const code = (decision: { ok: boolean; error?: { code: string } }) => decision.ok || decision.error!.code

test('a claim that the rules do not allow is refused with all reasons', () => {
  const none = { offers: [], earlier: [], covered: null, proof: null }
  const evidence = { ...none, id: 5, positions: [gameRow().position] }
  const terms = { ground: 'repetition' as const, positions: [0, 2, 4] }
  const claim = (overtaken: boolean) => decideClaim(own(gameRow()), evidence, terms, NOW, overtaken)
  expect(claim(false)).toMatchObject({ ok: false, error: { code: 'claim-refused' } })
  // it may have been allowed when it was sent
  expect(claim(true)).toMatchObject({ ok: false, error: { code: 'conflict' } })
})

test('the opponent of the claimant can agree', () => {
  expect(code(decideAgreeing(own(frozen('white'), 'white'), claimBy('white'), NOW))).toBe('forbidden')
  expect(decideAgreeing(own(frozen('white'), 'black'), claimBy('white'), NOW)).toMatchObject({
    ok: true,
    value: { set: { status: 'finished', winner: null, reason: 'agreement' } },
  })
})

test('a settled claim can be settled no more', () => {
  const settled = claimBy('white', { state: 'closed', closedAt: NOW.toISOString() })
  const game = gameRow({ moves: MOVES })
  const found = { claim: settled, admin: null, outages: [] }
  expect(code(decideAgreeing(own(game, 'black'), settled, NOW))).toBe('conflict')
  expect(code(decideWithdrawing(own(game, 'white'), settled, NOW, []))).toBe('conflict')
  expect(code(decideRuling(game, found, { claim: 5, by: 'server', arrivedAt: NOW }))).toBe('conflict')
})

test('the claimant pays the time of a claim that is withdrawn', () => {
  const decision = decideWithdrawing(own(frozen('white'), 'white'), claimBy('white'), after(10), [])
  expect(decision).toMatchObject({
    ok: true,
    value: {
      set: { status: 'active', openClaim: null, whiteRemainingMs: 62 * HOUR, deadline: after(72) },
      claim: { state: 'withdrawn' },
    },
  })
  const outage = { from: after(2).getTime(), until: after(6).getTime() }
  expect(
    decideWithdrawing(own(frozen('white'), 'white'), claimBy('white'), after(10), [outage]),
  ).toMatchObject({ ok: true, value: { set: { whiteRemainingMs: 66 * HOUR } } })
  expect(decideWithdrawing(own(frozen('white'), 'white'), claimBy('white'), after(73), [])).toMatchObject({
    ok: true,
    value: { set: { status: 'finished', winner: 'black', reason: 'timeout' } },
  })
})

test('an upheld claim draws the game, a rejected one lets it go on', () => {
  const admin = { id: 9, username: 'carla', kind: 'human' as const }
  const rule = (verdict: 'uphold' | 'reject') =>
    decideRuling(
      frozen('white'),
      { claim: claimBy('white'), admin, outages: [] },
      { claim: 5, by: 9, verdict, reason: 'Seen.', warn: ['black'], arrivedAt: after(10) },
    )
  expect(rule('uphold')).toMatchObject({
    ok: true,
    value: {
      set: { status: 'finished', reason: 'repetition' },
      claim: { state: 'upheld', verdict: { by: admin, reason: 'Seen.' } },
      warned: [2],
    },
  })
  expect(rule('reject')).toMatchObject({
    ok: true,
    value: { set: { status: 'active', openClaim: null, deadline: after(82) }, claim: { state: 'rejected' } },
  })
})

test('the server rules by the evidence', () => {
  const rule = (holds: boolean) =>
    decideRuling(
      frozen('white'),
      { claim: claimBy('white', { evidence: { holds } as never }), admin: null, outages: [] },
      { claim: 5, by: 'server', arrivedAt: NOW },
    )
  expect(rule(true)).toMatchObject({ value: { claim: { state: 'upheld', verdict: { by: null } } } })
  expect(rule(false)).toMatchObject({ value: { claim: { state: 'rejected' } } })
})

test('nobody rules on a claim in a game of their own', () => {
  const admin = { id: 2, username: 'bram', kind: 'human' as const }
  const found = { claim: claimBy('white'), admin, outages: [] }
  const command = { claim: 5, by: 2, verdict: 'reject' as const, reason: 'No.', arrivedAt: NOW }
  expect(code(decideRuling(frozen('white'), found, command))).toBe('forbidden')
})
