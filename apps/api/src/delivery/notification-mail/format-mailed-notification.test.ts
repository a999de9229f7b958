import { LANGUAGES, OPTIONAL_MAIL_KINDS } from '@tegenzet/contract'
import { OUTCOME_REASONS } from '@tegenzet/rules'
import { formatOutcomeReason } from '@tegenzet/texts/format-outcome-reason'
import * as m from '@tegenzet/texts/messages'
import { describe, expect, test } from 'vitest'
import { formatMailedNotification, localMoment, MAILED_KINDS } from './format-mailed-notification.ts'
import { writeOptionalMail } from './write-optional-mail.ts'

const everything = (more: object = {}) => ({
  by: 'a-name-of-20-letters',
  rules: 'muehle',
  side: 'white',
  winner: 'black',
  reason: 'agreement',
  opponent: 'bram',
  own: true,
  verdict: 'upheld',
  challenge: 1,
  claim: 1,
  change: 'started',
  name: 'Club evening',
  league: null,
  a: 'Mill Town',
  b: 'Windmills',
  score: null,
  days: 3,
  role: 'organiser',
  text: 'On Thursdays',
  player: 'a-name-of-20-letters',
  until: '2026-11-22T23:30:00.000Z',
  ...more,
})
/** Clubs and matches have changes of their own. */
const CHANGES: Partial<Record<(typeof MAILED_KINDS)[number], string>> = { club: 'role', match: 'started' }
const format = (
  kind: (typeof MAILED_KINDS)[number],
  language: (typeof LANGUAGES)[number],
  more: object = {},
) =>
  formatMailedNotification(
    { kind, params: { ...everything(more), ...(CHANGES[kind] && { change: CHANGES[kind] }) } as never },
    { username: 'anna', language, timezone: 'Europe/Amsterdam' },
  )!

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(MAILED_KINDS)('%s is a sentence that fits a subject', (kind) => {
    const others = { side: 'black', own: false, verdict: 'rejected', opponent: null }
    const promotion = { change: 'promoted', league: { rules: 'muehle', season: 1, division: 2 } }
    for (const more of [{}, others, { ...others, ...promotion, ground: 'proven-draw' }]) {
      const sentence = format(kind, language, more)
      expect(sentence).toMatch(/^\S.{10,110}[^.\s]$/)
      expect(sentence).not.toMatch(/\b(undefined|null)\b|\{/)
    }
  })

  test('the end of an opponent’s vacation is shown in the reader’s time zone', () => {
    // the next day in that time zone
    expect(format('vacation-begun', language)).toMatch(/23.*(00|12):30/)
  })

  test('a moment in English is not written as in America', () => {
    const reader = { username: 'anna', language: 'en', timezone: 'Europe/Amsterdam' } as const
    const moment = localMoment(new Date('2026-11-22T23:30:00.000Z'), reader)
    expect(moment).toMatch(/^Monday,? 23 November at 00:30 CET$/)
  })

  test('the end of a game says whether it was won, lost, drawn or cancelled', () => {
    const ends = [
      ...['white', 'black', null].map((winner) => format('game-over', language, { winner })),
      format('game-over', language, { winner: null, reason: 'cancelled' }),
    ]
    expect(new Set(ends).size).toBe(4)
    for (const reason of OUTCOME_REASONS) expect(formatOutcomeReason(reason, language)).toBeTruthy()
  })

  test('every kind of mail has a link to unsubscribe, in text and HTML', () => {
    const reader = { username: 'anna', language, timezone: 'Europe/Amsterdam' }
    const unsubscribe = 'https://tegenzet.example/unsubscribe/1.turn.abc'
    const ways = OPTIONAL_MAIL_KINDS.map((kind) => {
      const { text, html } = writeOptionalMail(
        reader,
        { kind, subject: 'A subject', blocks: ['<b>'] },
        { site: { name: 'Tegenzet', url: 'https://tegenzet.example' }, unsubscribe },
      )
      const way = m.mail_no_more({ topic: kind }, { locale: language })
      expect(text).toContain(`- ${way}\n  ${unsubscribe}`)
      expect(html).toContain(`<a href="${unsubscribe}">`)
      expect(html).toContain('<p>&lt;b&gt;</p>')
      return way
    })
    expect(new Set(ways).size).toBe(OPTIONAL_MAIL_KINDS.length)
  })

  test('a deadline is shown in the reader’s time zone', () => {
    const moment = localMoment(new Date('2026-11-22T23:30:00.000Z'), {
      language,
      timezone: 'Europe/Amsterdam',
    })
    // the next day in that time zone
    expect(moment).toContain('23')
    expect(moment).toMatch(/(00|12):30/)
  })
})

test('French puts no-break spaces before punctuation', () => {
  const texts = MAILED_KINDS.map((kind) => format(kind, 'fr'))
  expect(texts.filter((text) => / [;:!?]|[^\s\d][;!?]|[^\s\d]: /u.test(text))).toEqual([])
})
