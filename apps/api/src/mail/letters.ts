import {
  type AccountMailKind,
  type ChannelFormat,
  type Language,
  NOT_ME_HOURS,
  type SanctionKind,
  type SecurityEventKind,
} from '@tegenzet/contract'
import { channelService } from '@tegenzet/texts/channel-service'
import { dateLocale } from '@tegenzet/texts/date-locale'
import * as m from '@tegenzet/texts/messages'
import { type Block, layOut, type Site, type WrittenLetter } from './layout.ts'

/** Changes of an account that the owner is told of, besides those with a letter of their own. */
const ALERTS = {
  'logged-in': m.mail_alert_logged_in,
  'totp-added': m.mail_alert_totp_added,
  'totp-removed': m.mail_alert_totp_removed,
  'recovery-codes-renewed': m.mail_alert_codes_renewed,
  'recovery-code-used': m.mail_alert_code_used,
  'passkey-added': m.mail_alert_passkey_added,
  'passkey-removed': m.mail_alert_passkey_removed,
  'app-connected': m.mail_alert_app_connected,
  'identity-linked': m.mail_alert_identity_linked,
  'identity-unlinked': m.mail_alert_identity_unlinked,
} satisfies Partial<Record<SecurityEventKind, unknown>>
export type AlertedEvent = keyof typeof ALERTS

/** How a change of an account was made, and what to do if it was not the owner. */
export interface SecurityDetails {
  /** Browser and system; empty if unknown. */
  device: string
  network: string
  at: Date
  timezone: string
  /** Link that ends all access and starts a password reset. */
  notMe: string
}

/** The parameters of each kind of mail. Every `link` is one of our own pages. */
interface LetterParams {
  'verify-email': { username: string; link: string }
  'change-email': { username: string; link: string }
  'email-changed': { username: string; email: string } & SecurityDetails
  /** `old`: the name until now. */
  'username-changed': { username: string; old: string } & SecurityDetails
  'reset-password': { username: string; link: string }
  /** `programsRevoked`: tokens, connected apps, webhooks and the calendar address have ended too. */
  'password-changed': { username: string; programsRevoked: boolean } & SecurityDetails
  /** `name`: the token's. */
  'token-created': { username: string; name: string; link: string } & SecurityDetails
  /** `subject`: the name of an app or a passkey. */
  'security-alert': { username: string; event: AlertedEvent; subject: string | null } & SecurityDetails
  /** A warning by an admin, given with the ruling on a claim or a report. */
  warned: { username: string; by: string; reason: string; link: string }
  'export-ready': { username: string; link: string }
  /** `until`: formatted for the reader. null: until it is lifted. `link`: where to appeal. */
  sanctioned: {
    username: string
    sanctionKind: SanctionKind
    reason: string
    until: string | null
    link: string
  }
  'sanction-lifted': { username: string; sanctionKind: SanctionKind; reason: string; link: string }
  'appeal-decided': { username: string; verdict: 'granted' | 'rejected'; reason: string; link: string }
  /** `deletesAt`: formatted for the reader. */
  'deletion-requested': { username: string; deletesAt: string; link: string } & SecurityDetails
  /** The host has removed the second factors of somebody who had lost them. */
  'factors-removed': { username: string; link: string }
  /** To admins: there has been no good backup for two days. */
  'backup-late': { username: string; link: string }
  /** The service of a channel has refused everything for two days. */
  'channel-broken': { username: string; format: ChannelFormat; club: string | null; link: string }
  /** The push service of a browser has refused everything for two days. `device`: in the reader's language. */
  'push-broken': { username: string; device: string; link: string }
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
  after?: string[]
}

function letterTexts(locale: Language, letter: Letter, site: string): LetterTexts {
  const options = { locale }
  switch (letter.kind) {
    case 'verify-email':
      return {
        subject: m.mail_verify_email_subject({}, options),
        before: [m.mail_verify_email_text({ site }, options)],
        link: m.mail_verify_email_link({}, options),
        after: [m.mail_verify_email_validity({}, options), m.mail_verify_email_not_you({}, options)],
      }
    case 'change-email':
      return {
        subject: m.mail_change_email_subject({}, options),
        before: [m.mail_change_email_text({ site }, options)],
        link: m.mail_change_email_link({}, options),
        after: [m.mail_change_email_validity({}, options), m.mail_change_email_not_you({}, options)],
      }
    case 'email-changed':
      return {
        subject: m.mail_email_changed_subject({}, options),
        before: [m.mail_email_changed_text({ site, email: letter.email }, options)],
      }
    case 'username-changed':
      return {
        subject: m.mail_username_changed_subject({}, options),
        before: [m.mail_username_changed_text({ old: letter.old, username: letter.username }, options)],
      }
    case 'reset-password':
      return {
        subject: m.mail_reset_password_subject({ site }, options),
        before: [m.mail_reset_password_text({ site }, options)],
        link: m.mail_reset_password_link({}, options),
        after: [m.mail_reset_password_validity({}, options), m.mail_reset_password_not_you({}, options)],
      }
    case 'password-changed':
      return {
        subject: m.mail_password_changed_subject({}, options),
        before: [
          m.mail_password_changed_text({ site }, options),
          letter.programsRevoked
            ? m.mail_password_changed_revoked({}, options)
            : m.mail_password_changed_kept({}, options),
        ],
      }
    case 'token-created':
      return {
        subject: m.mail_token_created_subject({}, options),
        before: [m.mail_token_created_text({ name: letter.name }, options)],
        link: m.mail_token_created_link({}, options),
      }
    case 'security-alert': {
      const subject = ALERTS[letter.event]({ name: letter.subject ?? '' }, options)
      return { subject, before: [`${subject}.`] }
    }
    case 'warned':
      return {
        subject: m.mail_warned_subject({}, options),
        before: [m.mail_warned_text({ site, by: letter.by }, options), letter.reason],
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
    case 'sanctioned':
      return {
        subject: m.mail_sanctioned_subject({}, options),
        before: [
          SANCTION_TEXTS[letter.sanctionKind]({}, options),
          letter.until
            ? m.mail_sanctioned_until({ until: letter.until }, options)
            : m.mail_sanctioned_unlimited({}, options),
          m.mail_sanctioned_reason({}, options),
          letter.reason,
          m.mail_sanctioned_appeal({}, options),
        ],
        link: m.mail_sanctioned_link({}, options),
      }
    case 'sanction-lifted':
      return {
        subject: m.mail_sanction_lifted_subject({}, options),
        before: [LIFTED_TEXTS[letter.sanctionKind]({}, options), letter.reason],
        link: m.mail_account_link({}, options),
      }
    case 'appeal-decided':
      return {
        subject: m.mail_appeal_decided_subject({}, options),
        before: [
          letter.verdict === 'granted'
            ? m.mail_appeal_granted_text({}, options)
            : m.mail_appeal_rejected_text({}, options),
          letter.reason,
        ],
        link: m.mail_account_link({}, options),
      }
    case 'deletion-requested':
      return {
        subject: m.mail_deletion_requested_subject({}, options),
        before: [m.mail_deletion_requested_text({ at: letter.deletesAt }, options)],
        link: m.mail_deletion_requested_link({}, options),
      }
    case 'factors-removed':
      return {
        subject: m.mail_factors_removed_subject({}, options),
        before: [m.mail_factors_removed_text({ site }, options)],
        link: m.mail_factors_removed_link({}, options),
        after: [m.mail_factors_removed_not_you({}, options)],
      }
    case 'backup-late':
      return {
        subject: m.mail_backup_late_subject({}, options),
        before: [m.mail_backup_late_text({ site }, options)],
        link: m.mail_backup_late_link({}, options),
        after: [m.mail_backup_late_once({}, options)],
      }
    case 'channel-broken': {
      const service = channelService(letter.format)
      return {
        subject: m.mail_channel_broken_subject({ service }, options),
        before: [
          letter.club === null
            ? m.mail_channel_broken_text({ service, site }, options)
            : m.mail_club_channel_broken_text({ service, site, club: letter.club }, options),
        ],
        link: letter.club === null ? m.mail_channel_broken_link({}, options) : m.mail_open_club({}, options),
      }
    }
    case 'push-broken':
      return {
        subject: m.mail_push_broken_subject({ device: letter.device }, options),
        before: [m.mail_push_broken_text({ device: letter.device, site }, options)],
        link: m.mail_channel_broken_link({}, options),
      }
  }
}

/** When, where and with what it was done, and the link for an owner who did not do it. */
function securityBlocks(
  locale: Language,
  { device, network, at, timezone, notMe }: SecurityDetails,
): Block[] {
  const options = { locale }
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: timezone,
  })
  return [
    m.mail_security_details(
      { time: format.format(at), device: device || m.mail_security_unknown_device({}, options), network },
      options,
    ),
    m.mail_security_not_me({ hours: NOT_ME_HOURS }, options),
    { label: m.mail_security_not_me_link({}, options), address: notMe },
  ]
}

const SANCTION_TEXTS = {
  mute: m.mail_sanctioned_mute,
  restrict: m.mail_sanctioned_restrict,
  close: m.mail_sanctioned_close,
}
const LIFTED_TEXTS = {
  mute: m.mail_sanction_lifted_mute,
  restrict: m.mail_sanction_lifted_restrict,
  close: m.mail_sanction_lifted_close,
}

export function writeLetter(language: Language, letter: Letter, site: Site): WrittenLetter {
  const { subject, before, link, after = [] } = letterTexts(language, letter, site.name)
  const links = link && 'link' in letter ? [{ label: link, address: letter.link }] : []
  const greeting = m.mail_greeting({ username: letter.username }, { locale: language })
  const security = 'notMe' in letter ? securityBlocks(language, letter) : []
  return layOut(language, subject, [greeting, ...before, ...links, ...after, ...security], site)
}
