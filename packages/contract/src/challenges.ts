import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { usernameSchema } from './accounts.ts'
import { clockSchema, scheduleSchema } from './clocks.ts'
import { flag, instant, pageQuery, playerSchema, ruleSetIdSchema, text } from './common.ts'

export const COLOURS = [...SIDES, 'random'] as const
export const colourSchema = z.enum(COLOURS).describe('Whose colour: the challenger’s')

export const CHALLENGE_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

/** Hours a challenge can stand open, and how many one without an opponent does unless it says. */
export const MAX_OPEN_HOURS = 30 * 24
export const DEFAULT_OPEN_HOURS = 14 * 24

/** Of the challenger's vacations that is shown which begins within so many days. */
export const UPCOMING_VACATION_DAYS = 7

const challengeTerms = z.strictObject({
  rules: ruleSetIdSchema,
  opponent: usernameSchema
    .optional()
    .describe('Without it, and without `invite`, the challenge is open to all'),
  invite: z
    .boolean()
    .optional()
    .describe(
      '`true`, without `opponent`: only whoever has the link, `inviteUrl`, knows of it and may accept it',
    ),
  expiresInHours: z
    .int()
    .min(1)
    .max(MAX_OPEN_HOURS)
    .optional()
    .describe(
      `How long it can be accepted. Without it one for a named opponent stays until it is answered or withdrawn, any other for ${DEFAULT_OPEN_HOURS} hours`,
    ),
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
export const createChallengeBody = challengeTerms.refine(
  ({ invite, opponent }) => !invite || opponent === undefined,
  { path: ['invite'], error: 'an invitation names no opponent' },
)

export const challengeSchema = z
  .object({
    id: z.int(),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    challenger: playerSchema,
    opponent: playerSchema
      .nullable()
      .describe('null: open to all, or to whoever has its link; of an invitation that was accepted: who did'),
    colour: colourSchema,
    clock: clockSchema,
    vacation: z.boolean().describe('Whether a player’s vacation stops their clock in the game'),
    schedule: scheduleSchema.describe(
      'The challenger’s days off and quiet hours as they are now; the game keeps those with which it begins',
    ),
    away: z
      .object({ from: instant, until: instant })
      .nullable()
      .describe(
        `The challenger’s vacation that is under way or begins within ${UPCOMING_VACATION_DAYS} days, where vacations stop clocks in the game`,
      ),
    rated: z.boolean(),
    bots: z
      .boolean()
      .describe('Whether a bot may accept it; where it names an opponent: whether that is one'),
    message: z.string().nullable(),
    invite: z.boolean().describe('Only whoever has its link knows of it and may accept it'),
    inviteUrl: z
      .string()
      .optional()
      .describe('Of an invitation, to its maker, never in events: the link. After its `#` stands the code'),
    state: z.enum(CHALLENGE_STATES).describe('`withdrawn` also where its time was over: see `expired`'),
    expiresAt: instant
      .nullable()
      .describe('Until when it can be accepted; null: until it is answered or withdrawn'),
    expired: z.boolean().describe('It was withdrawn because nobody had accepted it in time'),
    game: z.int().nullable().describe('The game, once accepted'),
    rematchOf: z.int().nullable().describe('The game that is played again, where `rematch` made it'),
    createdAt: instant,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.output<typeof challengeSchema>

export const inviteParams = z.strictObject({
  code: text(1, 100).describe('What stands after `#` in its link'),
})

export const listChallengesQuery = z.strictObject({
  ...pageQuery,
  mine: flag.optional().describe('`true`: the open ones you made or were asked; needs `challenge:write`'),
  rules: ruleSetIdSchema.optional().describe('Only of this rule set'),
})
