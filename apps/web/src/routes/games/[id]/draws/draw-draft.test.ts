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
import { proposeClaims } from '$lib/play/draws/propose-claims.ts'
import { movesWithRepetition } from '$lib/play/game/repetition-fixture.ts'
import { type DraftOptions, DrawDraft } from './draw-draft.svelte.ts'

function context(
  id: 'molenspel' | 'muehle',
  plies: number,
  change: Partial<ClaimContext> = {},
): ClaimContext {
  const played = replay(ruleSet(id), movesWithRepetition(plies))
  if (!played.ok) throw new Error(played.error.message)
  return {
    positions: played.value.positions,
    covered: null,
    over: false,
    openClaim: false,
    offers: [],
    earlier: [],
    ...change,
  }
}

/** After 25 plies Black can claim with a1-a4, which repeats a position for the third time as number 26. */
function draftOf(options: Partial<DraftOptions> = {}, plies = 7): DrawDraft {
  const rules = options.rules ?? ruleSet('molenspel')
  const here = context(rules.id as 'molenspel', plies)
  return new DrawDraft({ purpose: 'claim', rules, by: 'black', context: () => here, ...options })
}

const THIRD = { ground: 'repetition', positions: [18, 22, 26], intendedMove: trustedMove('a1-a4') } as const

describe('the draft of a claim', () => {
  it('starts with a proposal, and holds', () => {
    const draft = draftOf({ start: THIRD })
    expect(draft.numbers).toEqual([18, 22, 26])
    expect(draft.matches(THIRD)).toBe(true)
    expect([draft.missing, draft.evidence?.holds, draft.refusals]).toEqual([0, true, []])
  })

  it('accepts positions in any order, and drops the one picked first for a fourth one', () => {
    const draft = draftOf({ ground: 'repetition' })
    for (const n of [22, 18]) draft.toggle(n)
    expect([draft.numbers, draft.missing, draft.evidence]).toEqual([[18, 22], 1, null])
    for (const n of [25, 20]) draft.toggle(n)
    expect(draft.numbers).toEqual([18, 20, 25])
    draft.toggle(20)
    expect([draft.numbers, draft.missing]).toEqual([[18, 25], 1])
  })

  it('shows why it does not hold, but is still allowed', () => {
    const draft = draftOf({ start: THIRD })
    draft.toggle(18)
    draft.toggle(19)
    expect(draft.evidence?.holds).toBe(false)
    expect(draft.evidence?.findings.map(({ code }) => code)).toContain('positions-differ')
    expect(draft.refusals).toEqual([])
  })

  it('picks the position after the intended move, and drops it along with the move', () => {
    const draft = draftOf({ ground: 'repetition' })
    draft.toggle(18)
    draft.toggle(22)
    draft.move = trustedMove('a1-a4')
    expect([draft.numbers, draft.evidence?.holds]).toEqual([[18, 22, 26], true])
    draft.move = null
    expect(draft.numbers).toEqual([18, 22])
  })

  it('knows why it is not allowed', () => {
    const draft = draftOf({ start: THIRD, by: 'white' })
    expect(draft.refusals.map(({ code }) => code)).toEqual(['not-your-turn'])
    const late = draftOf({ ground: 'repetition' })
    for (const n of [17, 19, 21]) late.toggle(n)
    expect(late.refusals).toEqual([{ code: 'played-on', params: { number: 21, ply: 25 } }])
  })

  it('starts again with another ground', () => {
    const draft = draftOf({ start: THIRD })
    draft.switchGround('quiet-moves', [THIRD])
    expect([draft.ground, draft.numbers, draft.missing]).toEqual(['quiet-moves', [], 2])
    draft.switchGround('repetition', [THIRD])
    expect(draft.matches(THIRD)).toBe(true)
  })
})

describe('the draft of an offer', () => {
  const rules = ruleSet('muehle')

  it('needs no ground, with a move or without', () => {
    const draft = draftOf({ purpose: 'offer', rules, ground: null })
    expect([draft.basis, draft.missing, draft.refusals]).toEqual([null, 0, []])
    draft.move = trustedMove('a1-a4')
    expect([draft.basis, draft.move]).toEqual([null, 'a1-a4'])
    draft.toggle(18)
    expect(draft.numbers).toEqual([])
  })

  it('can include the position after its own move', () => {
    const draft = draftOf({ purpose: 'offer', rules, start: THIRD })
    expect([draft.evidence?.holds, draft.refusals]).toEqual([true, []])
    draft.move = null
    expect([draft.numbers, draft.missing]).toEqual([[18, 22], 1])
  })
})

describe('the draft of a claim on a declined offer', () => {
  const rules = ruleSet('muehle')
  const terms = { ground: 'repetition' as const, positions: [18, 22, 26] }
  const offer: DrawOffer & Basis = {
    id: 4,
    game: 100001,
    by: 'white',
    ply: 26,
    state: 'declined',
    ...terms,
    createdAt: '',
    expiresAt: '',
    closedAt: '',
  }
  const claim = (offers: ClaimContext['offers']) => {
    const here = context('muehle', 9, { offers })
    const start = { ...terms, intendedMove: null }
    return draftOf({ rules, by: 'white', context: () => here, start, offer })
  }

  it('keeps the numbers of the offer', () => {
    const draft = claim([offer])
    draft.toggle(20)
    expect([draft.numbers, draft.offer, draft.refusals]).toEqual([[18, 22, 26], 4, []])
  })

  it('is refused while the offer is open', () => {
    expect(claim([{ ...offer, state: 'open' }]).refusals.map(({ code }) => code)).toEqual([
      'no-declined-offer',
    ])
  })
})

it('every proposal for a game makes a claim that is allowed', () => {
  const rules = ruleSet('molenspel')
  const { positions } = context('molenspel', 7)
  for (const proposal of proposeClaims(rules, positions, legalMoves(rules, positions.at(-1) as Position))) {
    const draft = draftOf({ start: proposal })
    expect([draft.matches(proposal), draft.refusals]).toEqual([true, []])
  }
})
