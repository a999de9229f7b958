import { describe, expect, it } from 'vitest'
import {
  type Language,
  type MillRules,
  RULE_SET_IDS,
  type RuleSet,
  replay,
  ruleSet,
  startPosition,
} from '../src/index.ts'
import { EXAMPLE_GAMES, ruleTexts, type SectionId } from './index.ts'

const LANGUAGES: Language[] = ['nl', 'de', 'en', 'fr']
const everyText = RULE_SET_IDS.flatMap((id) => LANGUAGES.map((language) => ({ id, language })))

const textOf = (rules: RuleSet, language: Language, id: SectionId): string =>
  ruleTexts(rules, language)
    .find((section) => section.id === id)!
    .paragraphs.join('\n')

/** A number that no sentence contains by chance. */
const RARE = 86

describe.each(everyText)('the text of $id in $language', ({ id, language }) => {
  const rules = ruleSet(id)
  const sections = ruleTexts(rules, language)

  it('has the sections that its options call for, in reading order', () => {
    const expected: SectionId[] =
      rules.family === 'mill'
        ? [
            'aim',
            'board',
            'placing',
            'moving',
            ...(rules.flying ? (['flying'] as const) : []),
            'taking',
            'winning',
            'draws',
            'time',
            'notation',
          ]
        : ['aim', 'board', 'moving', 'clearing', 'winning', 'draws', 'time', 'notation']
    expect(sections.map((section) => section.id)).toEqual(expected)
  })

  it('has no empty section and no unfilled placeholder', () => {
    for (const { title, paragraphs } of sections) {
      expect(title.trim()).not.toBe('')
      expect(paragraphs.length).toBeGreaterThan(0)
      for (const text of paragraphs) {
        expect(text.length).toBeGreaterThan(20)
        expect(text).not.toMatch(/\b(undefined|null|NaN|false)\b|[{}$]| {2}/)
      }
    }
  })

  it('shows its own start position and a playable record', () => {
    const notation = textOf(rules, language, 'notation')
    expect(notation).toContain(startPosition(rules))
    expect(notation).toMatch(
      rules.family === 'mill' ? /1\. d6 f4 2\. b6 a1 3\. f6xa1 …/ : /1\. g2-f3 d9-e8 2\. i2-g4 …/,
    )
  })
})

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const rules = ruleSet('merels')

  it('contain no words of another language', () => {
    const others = LANGUAGES.filter((other) => other !== language)
    for (const id of RULE_SET_IDS) {
      const own = ruleTexts(ruleSet(id), language).flatMap((section) => section.paragraphs)
      for (const other of others) {
        const foreign = new Set(ruleTexts(ruleSet(id), other).flatMap((section) => section.paragraphs))
        expect(own.filter((text) => foreign.has(text))).toEqual([])
      }
    }
  })

  it('differ only in the sections about differing options', () => {
    const changed = (changes: Partial<MillRules>): SectionId[] => {
      const other = ruleTexts({ ...rules, ...changes }, language)
      return other
        .filter(({ id, paragraphs }) => {
          const before = ruleTexts(rules, language).find((section) => section.id === id)
          return JSON.stringify(before?.paragraphs) !== JSON.stringify(paragraphs)
        })
        .map((section) => section.id)
    }
    expect(changed({ flying: true })).toEqual(['moving', 'flying'])
    expect(changed({ taking: 'optional' })).toEqual(['taking'])
    expect(changed({ stones: RARE })).toEqual(['placing', 'notation'])
    expect(changed({ quietReset: 'capture' })).toEqual(['draws', 'notation'])
    expect(changed({ board: ruleSet('merels-diagonal').board })).toEqual(['board'])
    expect(changed({ draws: { ...rules.draws, policy: 'after-declined-offer' } })).toEqual(['draws'])
    expect(changed({ draws: { ...rules.draws, quiet: null } })).toEqual(['draws'])
  })

  it('mention claims only where draws are claimed', () => {
    const claim = { nl: /claim zegt/, de: /Antrag/, en: /claim says/, fr: /réclamation/i }[language]
    for (const id of RULE_SET_IDS) {
      const set = ruleSet(id)
      const isClaimed = set.draws.repetition === 'claimed' || set.draws.quiet === 'claimed'
      expect(claim.test(textOf(set, language, 'draws')), id).toBe(isClaimed)
    }
  })

  it('take numbers from the rule set', () => {
    const halma = ruleSet('halma')
    expect(textOf(halma, language, 'clearing')).toContain('50')
    expect(textOf({ ...halma, clearCampAfterPly: 2 * RARE }, language, 'clearing')).toContain(`${RARE}`)
    expect(textOf(halma, language, 'draws')).toContain('52')
    expect(textOf(halma, language, 'board')).toMatch(/j1.*a10/)
    expect(textOf(ruleSet('merels-diagonal'), language, 'board')).toContain('20')
    expect(textOf(rules, language, 'board')).toContain('16')
  })
})

it('keep French punctuation on the line of its word', () => {
  const all = RULE_SET_IDS.flatMap((id) =>
    ruleTexts(ruleSet(id), 'fr').flatMap(({ paragraphs }) => paragraphs),
  )
  expect(all.filter((text) => / [;:!?]|\p{L}[;:!?]/u.test(text))).toEqual([])
})

describe.each(RULE_SET_IDS)('the example game of %s', (id) => {
  it('is legal from the start', () => {
    const rules = ruleSet(id)
    const replayed = replay(rules, EXAMPLE_GAMES[rules.family])
    expect(replayed).toMatchObject({ ok: true, value: { outcome: null } })
  })
})
