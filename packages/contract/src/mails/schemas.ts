import { z } from 'zod'
import { EXTENSIBLE, instant, page } from '../common.ts'

/** Events that players can also get by mail. */
export const MAIL_TOPICS = [
  'turn',
  'challenge',
  'message',
  'game-begun',
  'game-over',
  'claim',
  'vacation',
  'report',
] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

/** Mails that players can switch on and off. */
export const OPTIONAL_MAIL_KINDS = ['reminder', 'digest', ...MAIL_TOPICS] as const
export type OptionalMailKind = (typeof OPTIONAL_MAIL_KINDS)[number]

/** Mails about the account itself, which cannot be switched off. */
export const ACCOUNT_MAIL_KINDS = [
  'verify-email',
  'change-email',
  'email-changed',
  'reset-password',
  'password-changed',
  'token-created',
  'security-alert',
  'warned',
  'export-ready',
  'sanctioned',
  'sanction-lifted',
  'appeal-decided',
  'deletion-requested',
  'username-changed',
  'factors-removed',
  'backup-late',
  'channel-broken',
  'push-broken',
] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

export const MAIL_KINDS = [...ACCOUNT_MAIL_KINDS, ...OPTIONAL_MAIL_KINDS] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const MAIL_STATES = ['waiting', 'sent', 'failed', 'kept'] as const

const mailSchema = z
  .object({
    id: z.int(),
    kind: z.enum(MAIL_KINDS).meta(EXTENSIBLE),
    username: z.string().describe('The account that the mail is about'),
    recipient: z.string(),
    subject: z.string(),
    state: z
      .enum(MAIL_STATES)
      .describe(
        '`waiting`: not sent yet. `failed`: rejected by the mail server, not sent in time, or no longer needed because the player had already seen the news. `kept`: stored, because this server has no SMTP server',
      ),
    attempts: z.int(),
    nextAttemptAt: instant.nullable().describe('null unless the mail is waiting'),
    error: z.string().nullable().describe('The last error from the mail server'),
    readable: z.boolean().describe('Whether `getMail` shows you the text; see there'),
    createdAt: instant,
    sentAt: instant.nullable(),
  })
  .meta({ id: 'Mail' })
export type Mail = z.output<typeof mailSchema>
export const mailPage = page(mailSchema)

const body = z.string().nullable().describe('null unless the mail is `readable`')
export const mailDetailSchema = mailSchema.extend({ text: body, html: body }).meta({ id: 'MailDetail' })
export type MailDetail = z.output<typeof mailDetailSchema>
