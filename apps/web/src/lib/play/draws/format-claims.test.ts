import {
  CLAIM_REFUSALS,
  type ClaimRefusal,
  FINDINGS,
  type Finding,
  judgeClaim,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { formatRefusal } from '$lib/api/format-refusal.ts'
import { locales } from '$lib/i18n/locale.svelte.ts'
import { formatBasis, formatFinding } from './format-claims.ts'

/** Parameters as the rules package returns them. */
const PARAMS: Partial<Record<ClaimRefusal['code'] | Finding['code'], ClaimRefusal['params']>> = {
  'played-on': { number: 17, ply: 20 },
  'ground-not-available': { ground: 'quiet-moves' },
  'too-early': { number: 60, earliest: 103 },
  'malformed-numbers': { ply: 20 },
  'not-covered': { stones: [5, 5], covered: 8 },
  'illegal-intended-move': { move: 'd6-d5' },
  'positions-same': { positions: [9, 13, 17] },
  'positions-differ': { positions: [9, 13], points: ['d6', 'a1'] },
  'side-differs': { positions: [9, 12] },
  'hands-differ': { positions: [9, 13] },
  'stretch-too-short': { plies: 98 },
  'stretch-broken': { ply: 120 },
  'intended-move-ends-game': { move: 'd6-d5' },
}

describe.each(locales)('in %s', (locale) => {
  it.each(CLAIM_REFUSALS)('the refusal %s has a sentence of its own', (code) => {
    const text = formatRefusal({ code, params: PARAMS[code] ?? {} }, locale)
    expect(text).toMatch(/^\S.*\.$/)
    expect(text).not.toMatch(/[{}]|undefined|NaN/)
    const others = CLAIM_REFUSALS.filter((other) => other !== code)
    expect(
      others.map((other) => formatRefusal({ code: other, params: PARAMS[other] ?? {} }, locale)),
    ).not.toContain(text)
  })

  it.each(FINDINGS)('the finding %s has a sentence with its details', (code) => {
    const text = formatFinding({ code, params: PARAMS[code] ?? {} }, locale)
    expect(text).toMatch(/^\S.*\.$/)
    expect(text).not.toMatch(/[{}]|undefined|NaN/)
    const { move, points } = { move: undefined, points: [], ...PARAMS[code] }
    for (const named of [move, ...(points as string[])]) if (named) expect(text).toContain(String(named))
  })
})

it('positions and plies are shown as move number and side', () => {
  expect(formatRefusal({ code: 'played-on', params: { number: 17, ply: 20 } }, 'en')).toBe(
    'You have played on since 9w, so you can no longer claim this.',
  )
  expect(formatRefusal({ code: 'too-early', params: { number: 60, earliest: 103 } }, 'en')).toBe(
    'Not before move 52.',
  )
  expect(formatFinding({ code: 'stretch-broken', params: { ply: 120 } }, 'de')).toContain('60s')
  expect(formatBasis({ ground: 'repetition', positions: [9, 13, 17] }, 'nl')).toBe(
    'Stellingen na 5w, 7w en 9w.',
  )
})

it('every finding of the rules has a text', () => {
  const rules = ruleSet('molenspel')
  const claim = { ground: 'quiet-moves', plies: [1, 50], by: 'white' } as const
  const { findings } = judgeClaim(rules, claim, [startPosition(rules)])
  expect(findings.map((finding) => formatFinding(finding, 'nl'))).toEqual([
    'De reeks telt 50 beurten; nodig zijn er 100, vijftig van elke speler.',
  ])
})
