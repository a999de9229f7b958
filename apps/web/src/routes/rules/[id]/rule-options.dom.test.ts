import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLocale, locales, setLocale } from '$lib/i18n/locale.svelte.ts'
import { options } from './rule-options.ts'

describe.each(locales)('the options in %s', (locale) => {
  const before = getLocale()
  beforeAll(() => setLocale(locale))
  afterAll(() => setLocale(before))

  it.each(RULE_SET_IDS)('have a different name for each option of %s', (id) => {
    const names = options(ruleSet(id)).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('a rule set has only the options of its family', () => {
  const count = (id: (typeof RULE_SET_IDS)[number]) => options(ruleSet(id)).length
  // All have board, stones, draws and policy. Mill games add flying and captures, and Lasker’s moves while placing; Halma the camp to leave.
  expect([count('merels'), count('lasker'), count('halma')]).toEqual([6, 7, 5])
})
