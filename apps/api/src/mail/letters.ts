import type { AccountMailKind, Language } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { layOut, type WrittenLetter } from './layout.ts'

/** The parameters of each kind of mail. Every `link` is one of our own pages. */
export interface LetterParams {
  'verify-email': { username: string; link: string }
  'change-email': { username: string; link: string }
  'email-changed': { username: string; email: string }
  'reset-password': { username: string; link: string }
  /** `programsRevoked`: tokens, connected apps and webhooks have ended too. */
  'password-changed': { username: string; programsRevoked: boolean; link: string }
  /** `name`: the token's. */
  'token-created': { username: string; name: string; link: string }
  /** A warning by an admin, given with the ruling on a claim or a report. */
  warned: { username: string; by: string; reason: string; link: string }
  'export-ready': { username: string; link: string }
}

export type Letter = { [K in AccountMailKind]: { kind: K } & LetterParams[K] }[AccountMailKind]

/** The texts of a mail in one language. */
interface LetterTexts {
  subject: string
  /** Paragraphs above the link. */
  before: string[]
  /** The link's label. */
  link?: string
  /** Paragraphs below the link. */
  after: string[]
}

function letterTexts(locale: Language, letter: Letter): LetterTexts {
  const options = { locale }
  switch (letter.kind) {
    case 'verify-email':
      return {
        subject: m.mail_verify_email_subject({}, options),
        before: [m.mail_verify_email_text({}, options)],
        link: m.mail_verify_email_link({}, options),
        after: [m.mail_verify_email_validity({}, options), m.mail_verify_email_not_you({}, options)],
      }
    case 'change-email':
      return {
        subject: m.mail_change_email_subject({}, options),
        before: [m.mail_change_email_text({}, options)],
        link: m.mail_change_email_link({}, options),
        after: [m.mail_change_email_validity({}, options), m.mail_change_email_not_you({}, options)],
      }
    case 'email-changed':
      return {
        subject: m.mail_email_changed_subject({}, options),
        before: [m.mail_email_changed_text({ email: letter.email }, options)],
        after: [m.mail_email_changed_not_you({}, options)],
      }
    case 'reset-password':
      return {
        subject: m.mail_reset_password_subject({}, options),
        before: [m.mail_reset_password_text({}, options)],
        link: m.mail_reset_password_link({}, options),
        after: [m.mail_reset_password_validity({}, options), m.mail_reset_password_not_you({}, options)],
      }
    case 'password-changed':
      return {
        subject: m.mail_password_changed_subject({}, options),
        before: [
          m.mail_password_changed_text({}, options),
          letter.programsRevoked
            ? m.mail_password_changed_revoked({}, options)
            : m.mail_password_changed_kept({}, options),
        ],
        link: m.mail_password_changed_link({}, options),
        after: [],
      }
    case 'token-created':
      return {
        subject: m.mail_token_created_subject({}, options),
        before: [m.mail_token_created_text({ name: letter.name }, options)],
        link: m.mail_token_created_link({}, options),
        after: [m.mail_token_created_not_you({}, options)],
      }
    case 'warned':
      return {
        subject: m.mail_warned_subject({}, options),
        before: [m.mail_warned_text({ by: letter.by }, options), letter.reason],
        link: m.mail_warned_link({}, options),
        after: [m.mail_warned_always({}, options)],
      }
    case 'export-ready':
      return {
        subject: m.mail_export_ready_subject({}, options),
        before: [m.mail_export_ready_text({}, options)],
        link: m.mail_export_ready_link({}, options),
        after: [m.mail_export_ready_not_you({}, options)],
      }
  }
}

/** @param site the server's URL, which every mail ends with */
export function writeLetter(language: Language, letter: Letter, site: string): WrittenLetter {
  const { subject, before, link, after } = letterTexts(language, letter)
  const links = link && 'link' in letter ? [{ label: link, address: letter.link }] : []
  const greeting = m.mail_greeting({ username: letter.username }, { locale: language })
  return layOut(language, subject, [greeting, ...before, ...links, ...after], site)
}
