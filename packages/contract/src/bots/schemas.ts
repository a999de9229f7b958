import { z } from 'zod'
import { EXTENSIBLE, flag, instant, pageQuery, playerSchema, ruleSetIdSchema, text } from '../common.ts'

/** Minutes for which a bot stays available without repeating `setAvailability`. */
export const AVAILABILITY_MINUTES = 5

/** Strength that a bot declares, from 1 (beginner) to 5 (strongest). */
export const BOT_LEVELS = [1, 2, 3, 4, 5] as const
export type BotLevel = (typeof BOT_LEVELS)[number]

/** How the built-in bots play, by level. */
export const BOT_CHARACTERS = ['novice', 'opportunist', 'guard', 'planner', 'master'] as const
export type BotCharacter = (typeof BOT_CHARACTERS)[number]

const levelSchema = z
  .literal(BOT_LEVELS)
  .describe('The strength the bot declares, from 1 (beginner) to 5 (strongest)')

export const availabilityBody = z.strictObject({
  rules: z
    .array(ruleSetIdSchema)
    .min(1)
    .refine((rules) => new Set(rules).size === rules.length, 'must not contain duplicates')
    .describe('The rule sets for which it accepts challenges'),
  level: levelSchema.optional(),
  about: text(1, 300).optional().describe('Shown to players: how the bot plays and who runs it'),
})

export const botSchema = z
  .object({
    user: playerSchema,
    house: z.boolean().describe('Whether this is one of the server’s built-in bots'),
    rules: z.array(ruleSetIdSchema),
    level: levelSchema.nullable(),
    about: z.string().nullable(),
    character: z
      .enum(BOT_CHARACTERS)
      .meta(EXTENSIBLE)
      .nullable()
      .describe(
        'How a built-in bot plays: `novice` on impulse, `opportunist` takes what is there, `guard` prevents your threats, `planner` looks ahead, `master` as deep as time allows. null for bots of other people',
      ),
    until: instant.describe('When its availability ends unless it is renewed'),
  })
  .meta({ id: 'Bot' })
export type Bot = z.output<typeof botSchema>

export const listBotsQuery = z.strictObject({
  ...pageQuery,
  rules: ruleSetIdSchema.optional().describe('Only bots that accept challenges for this rule set'),
  house: flag.optional().describe('`true`: only built-in bots; `false`: only bots of other people'),
})
