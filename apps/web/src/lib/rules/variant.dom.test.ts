import { millBoard, RULE_SET_IDS, type RuleSet, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLocale, locales, setLocale } from '$lib/i18n/locale.svelte.ts'
import { variantFacts, variantName, variantSubtitle } from './variant.ts'

const distinct = (texts: string[]): number => new Set(texts).size

describe.each(locales)('rule sets in %s', (locale) => {
  const before = getLocale()
  beforeAll(() => setLocale(locale))
  afterAll(() => setLocale(before))

  it('all have their own name and subtitle and their own three facts', () => {
    const all = RULE_SET_IDS.map((id) => ruleSet(id))
    expect(distinct(all.map(variantName))).toBe(all.length)
    expect(distinct(all.map(variantSubtitle))).toBe(all.length)
    expect(distinct(all.map((rules) => variantFacts(rules).join()))).toBe(all.length)
    for (const rules of all) expect(variantFacts(rules), rules.id).toHaveLength(3)
  })

  it('tell another board and other numbers of stones apart', () => {
    const merels = ruleSet('merels')
    const small = millBoard('a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1')
    const sets: RuleSet[] = [merels, { ...merels, stones: 12 }, { ...merels, board: small }]
    expect(distinct(sets.map(variantSubtitle))).toBe(sets.length)
    expect(distinct(sets.map((rules) => variantFacts(rules).join()))).toBe(sets.length)
  })
})

it('says how a variant differs below its name', () => {
  const before = getLocale()
  setLocale('en')
  expect(variantName(ruleSet('merels-wild'))).toBe('Wild Merels')
  expect(variantSubtitle(ruleSet('molenspel'))).toBe(
    'Nine men’s morris as on Jijbent: with flying, taking is optional',
  )
  expect(variantSubtitle(ruleSet('halma'))).toBe('Halma as on Jijbent: 10 by 10 squares, 15 stones each')
  expect(variantSubtitle(ruleSet('merels-wild'))).toBe('Nine men’s morris: with flying')
  expect(variantSubtitle(ruleSet('merels'))).toBe('Nine men’s morris: without flying')
  expect(variantSubtitle(ruleSet('lasker'))).toBe(
    'Mill game: 10 stones each, stones may move while placing, with flying',
  )
  setLocale(before)
})
