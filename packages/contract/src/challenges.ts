import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { clockSchema, scheduleSchema } from './clocks.ts'
import { flag, instant, pageQuery, playerSchema, ruleSetIdSchema, text } from './common.ts'

export const COLOURS = [...SIDES, 'random'] as const
export const colourSchema = z.enum(COLOURS).describe('Whose colour: the challenger’s')

export const CHALLENGE_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

export const createChallengeBody = z.strictObject({
  rules: ruleSetIdSchema,
  opponent: usernameSchema.optional().describe('Without it the challenge is open to all'),
  colour: colourSchema,
  clock: clockSchema,
  vacation: z.boolean().default(true).describe('Whether a player’s vacation stops their clock in the game'),
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
    vacation: z.boolean().describe('Whether a player’s vacation stops their clock in the game'),
    schedule: scheduleSchema.describe(
      'The challenger’s days off and quiet hours as they are now; the game keeps those with which it begins',
    ),
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
