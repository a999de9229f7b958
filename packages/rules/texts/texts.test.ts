import { describe, expect, it } from 'vitest'
import {
  closedMills,
  decodeMove,
  decodePosition,
  type Language,
  type MillRules,
  type Position,
  RULE_SET_IDS,
  type RuleSet,
  replay,
  routeOf,
  ruleSet,
  startPosition,
  trustedMove,
} from '../src/index.ts'
import { TRIAL_RULE_SETS } from '../test/trial-rule-sets.ts'
import { ruleTexts, type SectionId } from './index.ts'

const LANGUAGES: Language[] = ['nl', 'de', 'en', 'fr']
const RULE_SETS: RuleSet[] = [...RULE_SET_IDS.map((id) => ruleSet(id)), ...TRIAL_RULE_SETS]
const everyText = RULE_SETS.flatMap((rules) =>
  LANGUAGES.map((language) => ({ rules, id: rules.id, language })),
)

const textOf = (rules: RuleSet, language: Language, id: SectionId): string =>
  ruleTexts(rules, language)
    .find((section) => section.id === id)!
    .paragraphs.join('\n')

/** A number that no sentence contains by chance. */
const RARE = 86

describe.each(everyText)('the text of $id in $language', ({ rules, language }) => {
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
    const record = notation.slice(notation.indexOf('1. '), notation.indexOf(' …'))
    expect(record.replace(/\d+\. /g, '')).toBe(rules.exampleGame)
  })

  it('names only points of its own board', () => {
    const points = new Set(rules.board.points.map(({ name }) => name))
    const named = sections
      .filter(({ id }) => id !== 'time')
      .flatMap(({ paragraphs }) => paragraphs.join(' ').match(/\b[a-j](?:10|[1-9])\b/g) ?? [])
    expect(named.filter((point) => !points.has(point))).toEqual([])
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
    expect(changed({ movesWhilePlacing: true })).toEqual(['placing', 'moving'])
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

describe.each(RULE_SETS)('the example game of $id', (rules) => {
  const moves = rules.exampleGame.split(' ').map(trustedMove)
  const game = replay(rules, moves)

  it('is legal and ends with a move by White', () => {
    expect(game).toMatchObject({ ok: true, value: { outcome: null } })
    expect(moves.length % 2).toBe(1)
  })

  it('shows a mill that captures, or a jump over one stone', () => {
    if (!game.ok) throw new Error(game.error.message)
    const [before, position] = game.value.positions.slice(-2) as [Position, Position]
    const { from, to, captured } = decodeMove(rules, moves.at(-1)!)
    if (rules.family === 'mill') {
      expect(closedMills(rules.board, decodePosition(rules, position).stones)).toHaveLength(1)
      expect(captured).not.toBeNull()
    } else expect(routeOf(rules, before, from!, to)).toHaveLength(2)
  })
})

describe.each(LANGUAGES)('the text about a board in %s', (language) => {
  const [six, twelve] = TRIAL_RULE_SETS

  it('says how many squares it has, and that joints are no mills', () => {
    const [board, paragraph] = ruleTexts(six, language).find(({ id }) => id === 'board')!.paragraphs
    expect(board).toMatch({ nl: /^Twee/, de: /^Zwei/, en: /^Two/, fr: /^Deux/ }[language])
    expect(paragraph).toMatch(
      { nl: /geen molen/, de: /keiner Mühle/, en: /no mill/, fr: /aucun moulin/ }[language],
    )
  })

  it('says how many stones a player has', () => {
    const word = { nl: 'twaalf', de: 'zwölf', en: 'twelve', fr: 'douze' }[language]
    expect(textOf(twelve, language, 'placing')).toContain(word)
  })
})
