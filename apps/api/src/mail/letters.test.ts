import { ACCOUNT_MAIL_KINDS, LANGUAGES } from '@tegenzet/contract'
import { describe, expect, test } from 'vitest'
import { type AlertedEvent, type Letter, writeLetter } from './letters.ts'

const SITE = { name: 'Molenclub', url: 'https://tegenzet.example' }
const LINK = `${SITE.url}/reset-password#12.1763726400000.abc`
const NOT_ME = `${SITE.url}/not-me#7.1763726400000.abc`
const DETAILS = {
  device: 'Firefox, Linux',
  network: '203.0.113.0/24',
  timezone: 'Europe/Amsterdam',
  notMe: NOT_ME,
  at: new Date('2026-11-21T12:00:00.000Z'),
}
/** Mails about something that somebody else may have done. */
const SECURITY = [
  ...['email-changed', 'username-changed', 'password-changed', 'token-created', 'security-alert'],
  'deletion-requested',
]
/** The moment of the change, as readers of each language write its day. */
const DAYS = {
  en: '21 November 2026',
  nl: '21 november 2026',
  de: '21. November 2026',
  fr: '21 novembre 2026',
}
const WARNING = { by: 'boss', reason: 'Stay polite.' }
const written = (kind: Letter['kind'], language: (typeof LANGUAGES)[number], username = 'anna') =>
  writeLetter(
    language,
    {
      kind,
      username,
      link: LINK,
      email: 'anna@example.net',
      old: 'annie',
      name: 'my bot',
      programsRevoked: true,
      deletesAt: '1 December 2026, 13:00',
      event: 'logged-in',
      ...WARNING,
      ...(SECURITY.includes(kind) && DETAILS),
      sanctionKind: 'restrict',
      until: null,
      verdict: 'granted',
    } as Letter,
    SITE,
  )

describe.each(ACCOUNT_MAIL_KINDS)('%s', (kind) => {
  test.each(LANGUAGES)('has the same content as text and as HTML, in %s', (language) => {
    const { subject, text, html } = written(kind, language)
    expect(subject).toMatch(/^[^\r\n]{10,78}$/)
    expect(text).toContain('anna')
    expect(text.trim().split('\n').slice(-2)).toEqual([SITE.name, SITE.url])
    expect(text).not.toContain('Tegenzet')
    expect(html).toContain(`<html lang="${language}">`)
    // every paragraph of the text is in the HTML too
    for (const paragraph of text
      .trim()
      .split('\n\n')
      .filter((each) => !each.includes('\n')))
      expect(html).toContain(`<p>${paragraph}</p>`)
    const more = [
      ...(kind === 'warned' ? Object.values(WARNING) : []),
      ...(kind === 'email-changed' ? ['anna@example.net'] : []),
      ...(kind === 'username-changed' ? ['annie'] : []),
      ...(SECURITY.includes(kind)
        ? [NOT_ME, 'Firefox, Linux', '203.0.113.0/24', '13:00', DAYS[language]]
        : [LINK]),
    ]
    for (const shown of more) {
      expect(text).toContain(shown)
      expect(html).toContain(shown)
    }
    expect(html).not.toMatch(/<img|<style|<script|<link|src=|url\(/)
  })

  test('is worded in each language', () => {
    expect(new Set(LANGUAGES.map((language) => written(kind, language).subject)).size).toBe(LANGUAGES.length)
  })
})

test.each(LANGUAGES)('a changed password is worded by what was revoked, in %s', (language) => {
  const [revoked, kept] = [true, false].map(
    (programsRevoked) =>
      writeLetter(language, { kind: 'password-changed', username: 'anna', programsRevoked, ...DETAILS }, SITE)
        .text,
  )
  expect(revoked).not.toBe(kept)
})

test('parameters are escaped in HTML', () => {
  const { html, text } = written('verify-email', 'en', '<b>"&')
  expect(html).toContain('Hello &lt;b&gt;&quot;&amp;,')
  expect(text).toContain('Hello <b>"&,')
})

const ALERTS: AlertedEvent[] = [
  ...(['logged-in', 'totp-added', 'totp-removed', 'recovery-codes-renewed'] as const),
  ...([
    'recovery-code-used',
    'passkey-added',
    'passkey-removed',
    'app-connected',
    'identity-linked',
    'identity-unlinked',
  ] as const),
]

test.each(LANGUAGES)('each kind of alert has its own subject, in %s', (language) => {
  const subjects = ALERTS.map(
    (event) =>
      writeLetter(
        language,
        { kind: 'security-alert', username: 'anna', event, subject: 'Board', ...DETAILS },
        SITE,
      ).subject,
  )
  expect(new Set(subjects).size).toBe(ALERTS.length)
  expect(subjects.at(-1)).toContain('Board')
})
