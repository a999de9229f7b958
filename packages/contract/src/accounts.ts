import { z } from 'zod'
import { daysOffSchema, quietHoursSchema, scheduleSchema, timezoneSchema } from './clocks.ts'
import { EXTENSIBLE, instant, PLAYER_KINDS, text } from './common.ts'
import { SCOPES } from './scopes.ts'

export const LANGUAGES = ['nl', 'de', 'en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]
export const ROLES = ['player', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who plays with an account: a person, or a program that says so. */
export const ACCOUNT_KINDS = ['human', 'bot'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export const usernameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{3,20}$/, 'expected 3 to 20 letters, digits, _ or -')
  .meta({ examples: ['anna'] })

export const emailSchema = z.email().max(254)
export const passwordSchema = text(10, 128).describe('10 to 128 characters')
const languageSchema = z.enum(LANGUAGES)

export const accountSchema = z
  .object({
    id: z.int().describe('The number of your player, as games show it'),
    username: z.string(),
    kind: z.enum(ACCOUNT_KINDS).describe('Who plays with it; shown with the name everywhere'),
    email: z.string(),
    emailVerified: z.boolean(),
    pendingEmail: z
      .string()
      .nullable()
      .describe('The address it is to have, once the link sent there is opened'),
    language: languageSchema,
    timezone: z.string(),
    daysOff: daysOffSchema,
    quietHours: quietHoursSchema.nullable(),
    role: z.enum(ROLES),
    createdAt: instant,
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof accountSchema>
export const accountResponse = z.object({ account: accountSchema })

export const registerBody = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  language: languageSchema.optional(),
  kind: z.enum(ACCOUNT_KINDS).default('human').describe('`bot`: a program plays with it, for good'),
  adminCode: text(1, 100)
    .optional()
    .describe('The one-time code the server logs at its start; asked only for the name of an admin'),
})

export const logInBody = z.strictObject({
  username: text(1, 254).describe('The username, or the e-mail address once verified'),
  password: text(1, 128),
})

export const updateAccountBody = z
  .strictObject({
    language: languageSchema,
    timezone: timezoneSchema,
    daysOff: daysOffSchema,
    quietHours: quietHoursSchema.nullable().describe('null: none'),
    kind: z
      .literal('bot')
      .describe('From now on a program plays with this account, for good: before its first game only'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'expected at least one setting')

export const createTokenBody = z.strictObject({
  name: text(1, 60).describe('For you to know it by'),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'each scope once'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('In the future; without it the token does not expire'),
})

export const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES).meta(EXTENSIBLE)),
    createdAt: instant,
    expiresAt: instant.nullable(),
    lastUsedAt: instant.nullable().describe('To the minute'),
  })
  .meta({ id: 'Token' })
export type Token = z.output<typeof tokenSchema>
export const createdTokenSchema = tokenSchema
  .extend({ token: z.string().describe('Shown this once; starts with `tz_`') })
  .meta({ id: 'CreatedToken' })

export const revokeLeakedTokenBody = z.strictObject({
  token: text(1, 200).describe('The whole token, `tz_…`'),
})

export const userSchema = z
  .object({
    id: z.int(),
    username: z.string(),
    kind: z.enum(PLAYER_KINDS),
    createdAt: instant,
    schedule: scheduleSchema
      .nullable()
      .describe('Days off and quiet hours; null: nobody has this account any more'),
    vacation: z.object({ until: instant }).nullable().describe('The vacation they are on now'),
    games: z.object({ active: z.int(), finished: z.int(), won: z.int(), lost: z.int(), drawn: z.int() }),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userSchema>
