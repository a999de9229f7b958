import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { flag, instant, OPEN, pageQuery, playerSchema, ruleSetIdSchema, text } from './common.ts'

/** A flat time for each move, in days. */
export const clockSchema = z
  .strictObject({ kind: z.literal('per-move'), days: z.int().min(1).max(14) })
  .meta({ id: 'Clock', ...OPEN, examples: [{ kind: 'per-move', days: 3 }] })
export type Clock = z.output<typeof clockSchema>

export const COLOURS = [...SIDES, 'random'] as const
export const colourSchema = z.enum(COLOURS).describe('Whose colour: the challenger’s')

export const CHALLENGE_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

export const createChallengeBody = z.strictObject({
  rules: ruleSetIdSchema,
  opponent: usernameSchema.optional().describe('Without it the challenge is open to all'),
  colour: colourSchema,
  clock: clockSchema,
  rated: z.boolean().default(false).describe('Recorded; there are no ratings yet'),
  bots: z
    .boolean()
    .optional()
    .describe('Whether a bot may accept an open one; unless said, it may where the game is not rated'),
  message: text(1, 500).optional(),
})

export const challengeSchema = z
  .object({
    id: z.int(),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    challenger: playerSchema,
    opponent: playerSchema.nullable().describe('null: open to all'),
    colour: colourSchema,
    clock: clockSchema,
    rated: z.boolean(),
    bots: z
      .boolean()
      .describe('Whether a bot may accept it; where it names an opponent: whether that is one'),
    message: z.string().nullable(),
    state: z.enum(CHALLENGE_STATES),
    game: z.int().nullable().describe('The game, once accepted'),
    rematchOf: z.int().nullable().describe('The game that is played again, where `rematch` made it'),
    createdAt: instant,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.output<typeof challengeSchema>

export const listChallengesQuery = z.strictObject({
  ...pageQuery,
  mine: flag.optional().describe('`true`: the open ones you made or were asked; needs `challenge:write`'),
  rules: ruleSetIdSchema.optional().describe('Only of this rule set'),
})
