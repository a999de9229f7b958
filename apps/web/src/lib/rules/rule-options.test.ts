import { millBoard, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLocale, locales, setLocale } from '$lib/i18n/locale.svelte.ts'
import { differences, options } from './rule-options.ts'

describe.each(locales)('the options in %s', (locale) => {
  const before = getLocale()
  beforeAll(() => setLocale(locale))
  afterAll(() => setLocale(before))

  it('distinguish any two rule sets by their differences', () => {
    const lines = RULE_SET_IDS.map((id) => differences(ruleSet(id)).join())
    expect(new Set(lines).size).toBe(RULE_SET_IDS.length)
  })

  it('distinguish another board and other numbers of stones', () => {
    const merels = ruleSet('merels')
    const small = millBoard('a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1')
    const lines = [merels, { ...merels, stones: 12 }, { ...merels, board: small }]
    expect(new Set(lines.map((rules) => differences(rules).join())).size).toBe(lines.length)
  })

  it.each(RULE_SET_IDS)('have a different name for each option of %s', (id) => {
    const names = options(ruleSet(id)).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('a rule set has only the options of its family', () => {
  const count = (id: (typeof RULE_SET_IDS)[number]) => options(ruleSet(id)).length
  // All have board, stones, draws and policy. Mill games add flying and captures, Halma the camp to leave.
  expect([count('merels'), count('halma')]).toEqual([6, 5])
})
