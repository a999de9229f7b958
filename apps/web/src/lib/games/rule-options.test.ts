import { RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLocale, locales, setLocale } from '$lib/i18n/locale.svelte.ts'
import { differences, options } from './rule-options.ts'

describe.each(locales)('the options in %s', (locale) => {
  const before = getLocale()
  beforeAll(() => setLocale(locale))
  afterAll(() => setLocale(before))

  it('tell every two games apart by their differences alone', () => {
    const lines = RULE_SET_IDS.map((id) => differences(ruleSet(id)).join())
    expect(new Set(lines).size).toBe(RULE_SET_IDS.length)
  })

  it.each(RULE_SET_IDS)('give each option of %s a name of its own', (id) => {
    const names = options(ruleSet(id)).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('a game has the options of its family and no others', () => {
  const count = (id: (typeof RULE_SET_IDS)[number]) => options(ruleSet(id)).length
  // Board, stones, draws and how they come; flying and taking in a mill game, the camp to be left in Halma.
  expect([count('merels'), count('halma')]).toEqual([6, 5])
})
