import { z } from 'zod'
import { EXTENSIBLE, instant, page } from './common.ts'

/** What can be told by mail besides the app. */
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

/** What a player can have mailed or not. */
export const OPTIONAL_MAIL_KINDS = ['reminder', 'digest', ...MAIL_TOPICS] as const
export type OptionalMailKind = (typeof OPTIONAL_MAIL_KINDS)[number]

/** What an account cannot do without. */
export const ACCOUNT_MAIL_KINDS = [
  'verify-email',
  'change-email',
  'email-changed',
  'reset-password',
  'password-changed',
  'warned',
] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

export const MAIL_KINDS = [...ACCOUNT_MAIL_KINDS, ...OPTIONAL_MAIL_KINDS] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const MAIL_STATES = ['waiting', 'sent', 'failed', 'kept'] as const

export const mailSchema = z
  .object({
    id: z.int(),
    kind: z.enum(MAIL_KINDS).meta(EXTENSIBLE),
    username: z.string().describe('Whose account it is about'),
    recipient: z.string(),
    subject: z.string(),
    state: z
      .enum(MAIL_STATES)
      .describe(
        '`failed`: refused by the receiver, not sent in time, or what it told of was seen before; `kept`: this server sends no mail',
      ),
    attempts: z.int(),
    nextAttemptAt: instant.nullable().describe('While it is waiting'),
    error: z.string().nullable().describe('What the mail server said last'),
    createdAt: instant,
    sentAt: instant.nullable(),
  })
  .meta({ id: 'Mail' })
export type Mail = z.output<typeof mailSchema>
export const mailPage = page(mailSchema)

const body = z
  .string()
  .nullable()
  .describe('null once it is sent, or of no more use: its links let people in')
export const mailDetailSchema = mailSchema.extend({ text: body, html: body }).meta({ id: 'MailDetail' })
export type MailDetail = z.output<typeof mailDetailSchema>
