import type { Claim } from '@tegenzet/contract'
import { describe, expect, it } from 'vitest'
import { locales } from '$lib/i18n/locale.svelte.ts'
import { fillRulingTemplate, RULING_TEMPLATES } from './ruling-templates.ts'

const claim: Claim = {
  id: 1,
  game: 100001,
  by: 'white',
  ply: 26,
  intendedMove: null,
  offer: null,
  text: null,
  state: 'open',
  verdict: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  closedAt: null,
  ground: 'repetition',
  positions: [18, 22, 26],
  evidence: { holds: true, findings: [{ code: 'positions-same', params: { positions: [18, 22, 26] } }] },
}
const wrong: Claim = {
  ...claim,
  evidence: {
    holds: false,
    findings: [{ code: 'positions-differ', params: { positions: [18, 22], points: ['d6'] } }],
  },
}

describe('a ruling template', () => {
  it('contains the findings in each of the players’ languages', () => {
    expect(fillRulingTemplate('uphold', claim, ['nl'])).toBe(
      'De claim klopt. Dezelfde stelling stond op het bord na 9z, 11z en 13z. De partij is remise.',
    )
    expect(fillRulingTemplate('reject', wrong, ['en', 'de']).split('\n')).toEqual([
      'The claim is wrong. The positions after 9b and 11b differ on d6. The game goes on.',
      'Der Antrag ist nicht berechtigt. Die Stellungen nach 9s und 11s unterscheiden sich auf d6. Die Partie geht weiter.',
    ])
  })

  it.each(RULING_TEMPLATES)('%s is different in every language', (text) => {
    const written = locales.map((locale) => fillRulingTemplate(text, wrong, [locale]))
    expect(new Set(written).size).toBe(locales.length)
    for (const one of written) expect(one).toMatch(/^\S.*\.$/)
  })
})
