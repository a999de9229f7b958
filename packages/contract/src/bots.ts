import { z } from 'zod'
import { flag, instant, pageQuery, playerSchema, ruleSetIdSchema, text } from './common.ts'

/** How long a bot's word that it takes challenges stands, in minutes: it repeats it meanwhile. */
export const AVAILABILITY_MINUTES = 5

/** How strong a bot says it plays: 1 is beaten by a child, 5 as strong as it can. */
export const BOT_LEVELS = [1, 2, 3, 4, 5] as const
export type BotLevel = (typeof BOT_LEVELS)[number]
const levelSchema = z
  .literal(BOT_LEVELS)
  .describe('How strong, by its own word: 1 is beaten by a child, 5 is the most')

export const availabilityBody = z.strictObject({
  rules: z
    .array(ruleSetIdSchema)
    .min(1)
    .refine((rules) => new Set(rules).size === rules.length, 'each rule set once')
    .describe('The rule sets it takes challenges for'),
  level: levelSchema.optional(),
  about: text(1, 300).optional().describe('For people: what it is, and whose'),
})

/** A bot that takes challenges now. */
export const botSchema = z
  .object({
    user: playerSchema,
    house: z.boolean().describe('Run by this server itself'),
    rules: z.array(ruleSetIdSchema),
    level: levelSchema.nullable(),
    about: z.string().nullable(),
    until: instant.describe('Its word stands until then, unless it repeats it'),
  })
  .meta({ id: 'Bot' })
export type Bot = z.output<typeof botSchema>

export const listBotsQuery = z.strictObject({
  ...pageQuery,
  rules: ruleSetIdSchema.optional().describe('Those that take challenges for this rule set'),
  house: flag.optional().describe('`true`: the server’s own; `false`: the others'),
})
