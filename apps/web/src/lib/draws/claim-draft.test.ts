import type { DrawOffer } from '@tegenzet/contract'
import {
  type Basis,
  type ClaimContext,
  legalMoves,
  type Position,
  replay,
  ruleSet,
  trustedMove,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { ClaimDraft, type DraftOptions } from './claim-draft.svelte.ts'
import { proposeClaims } from './find-claims.ts'

const PLACING = 'a7 d7 g7 b6 d6 f6 b4 a4 c4 f4 g4 e4 d3 c3 e3 b2 f2 d2'.split(' ')
const ROUND = ['d6-d5', 'a4-a1', 'd5-d6', 'a1-a4']

function context(
  id: 'molenspel' | 'muehle',
  plies: number,
  change: Partial<ClaimContext> = {},
): ClaimContext {
  const moves = [...PLACING, ...Array.from({ length: plies }, (_, n) => ROUND[n % 4] as string)]
  const played = replay(ruleSet(id), moves.map(trustedMove))
  if (!played.ok) throw new Error(played.error.message)
  return {
    positions: played.value.positions,
    over: false,
    openClaim: false,
    offers: [],
    earlier: [],
    ...change,
  }
}

/** After 25 plies black may claim with a1-a4, which makes position 26 for the third time. */
function draftOf(options: Partial<DraftOptions> = {}, plies = 7): ClaimDraft {
  const rules = options.rules ?? ruleSet('molenspel')
  const here = context(rules.id as 'molenspel', plies)
  return new ClaimDraft({ purpose: 'claim', rules, by: 'black', context: () => here, ...options })
}

const THIRD = { ground: 'repetition', positions: [18, 22, 26], intendedMove: trustedMove('a1-a4') } as const

describe('a claim that is put together', () => {
  it('starts with what was found, and holds', () => {
    const draft = draftOf({ start: THIRD })
    expect(draft.numbers).toEqual([18, 22, 26])
    expect(draft.isTaken(THIRD)).toBe(true)
    expect([draft.missing, draft.evidence?.holds, draft.refusals]).toEqual([0, true, []])
  })

  it('takes other positions by picking, in any order, and puts the first picked back for a fourth', () => {
    const draft = draftOf({ ground: 'repetition' })
    for (const n of [22, 18]) draft.pick(n)
    expect([draft.numbers, draft.missing, draft.evidence]).toEqual([[18, 22], 1, null])
    for (const n of [25, 20]) draft.pick(n)
    expect(draft.numbers).toEqual([18, 20, 25])
    draft.pick(20)
    expect([draft.numbers, draft.missing]).toEqual([[18, 25], 1])
  })

  it('says where it does not hold, and forbids nothing for that', () => {
    const draft = draftOf({ start: THIRD })
    draft.pick(18)
    draft.pick(19)
    expect(draft.evidence?.holds).toBe(false)
    expect(draft.evidence?.findings.map(({ code }) => code)).toContain('positions-differ')
    expect(draft.refusals).toEqual([])
  })

  it('picks the position an intended move makes, and drops it with the move', () => {
    const draft = draftOf({ ground: 'repetition' })
    draft.pick(18)
    draft.pick(22)
    draft.move = trustedMove('a1-a4')
    expect([draft.numbers, draft.evidence?.holds]).toEqual([[18, 22, 26], true])
    draft.move = null
    expect(draft.numbers).toEqual([18, 22])
  })

  it('says why it is not allowed now', () => {
    const draft = draftOf({ start: THIRD, by: 'white' })
    expect(draft.refusals.map(({ code }) => code)).toEqual(['not-your-turn'])
    const late = draftOf({ ground: 'repetition' })
    for (const n of [17, 19, 21]) late.pick(n)
    expect(late.refusals).toEqual([{ code: 'played-on', params: { number: 21, ply: 25 } }])
  })

  it('starts anew with another ground', () => {
    const draft = draftOf({ start: THIRD })
    draft.turnTo('quiet-moves', [THIRD])
    expect([draft.ground, draft.numbers, draft.missing]).toEqual(['quiet-moves', [], 2])
    draft.turnTo('repetition', [THIRD])
    expect(draft.isTaken(THIRD)).toBe(true)
  })
})

describe('an offer that is put together', () => {
  const rules = ruleSet('muehle')

  it('may be bare, with a move or without', () => {
    const draft = draftOf({ purpose: 'offer', rules, ground: null })
    expect([draft.basis, draft.missing, draft.refusals]).toEqual([null, 0, []])
    draft.move = trustedMove('a1-a4')
    expect([draft.basis, draft.move]).toEqual([null, 'a1-a4'])
    draft.pick(18)
    expect(draft.numbers).toEqual([])
  })

  it('may name the position of the move it goes with', () => {
    const draft = draftOf({ purpose: 'offer', rules, start: THIRD })
    expect([draft.evidence?.holds, draft.refusals]).toEqual([true, []])
    draft.move = null
    expect([draft.numbers, draft.missing]).toEqual([[18, 22], 1])
  })
})

describe('a claim on a declined offer', () => {
  const rules = ruleSet('muehle')
  const terms = { ground: 'repetition' as const, positions: [18, 22, 26] }
  const offer: DrawOffer & Basis = {
    ...{ id: 4, game: 100001, by: 'white', ply: 26, state: 'declined', ...terms },
    ...{ createdAt: '', expiresAt: '', closedAt: '' },
  }
  const claim = (offers: ClaimContext['offers']) => {
    const here = context('muehle', 9, { offers })
    const start = { ...terms, intendedMove: null }
    return draftOf({ rules, by: 'white', context: () => here, start, offer })
  }

  it('keeps the numbers of the offer', () => {
    const draft = claim([offer])
    draft.pick(20)
    expect([draft.numbers, draft.offer, draft.refusals]).toEqual([[18, 22, 26], 4, []])
  })

  it('is refused while the offer is open', () => {
    expect(claim([{ ...offer, state: 'open' }]).refusals.map(({ code }) => code)).toEqual([
      'no-declined-offer',
    ])
  })
})

it('what is proposed for a game is taken as it stands', () => {
  const rules = ruleSet('molenspel')
  const { positions } = context('molenspel', 7)
  for (const proposal of proposeClaims(rules, positions, legalMoves(rules, positions.at(-1) as Position))) {
    const draft = draftOf({ start: proposal })
    expect([draft.isTaken(proposal), draft.refusals]).toEqual([true, []])
  }
})
