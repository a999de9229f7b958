import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { clockSchema, scheduleSchema, timeoutsSchema } from '../clocks.ts'
import { clubSlug, flag, instant, pageQuery, playerSchema, ruleSetIdSchema, text } from '../common.ts'
import { provenDrawsSchema } from '../terms.ts'

export const COLOURS = [...SIDES, 'random'] as const
const colourSchema = z.enum(COLOURS).describe('The challenger’s colour')

export const CHALLENGE_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const

/** Limit of `expiresInHours`, and its default for a challenge without an opponent. */
const MAX_OPEN_HOURS = 30 * 24
export const DEFAULT_OPEN_HOURS = 14 * 24

/** A challenge shows the challenger's vacation if it starts within this many days. */
export const UPCOMING_VACATION_DAYS = 7

const challengeTerms = z.strictObject({
  rules: ruleSetIdSchema,
  opponent: usernameSchema
    .optional()
    .describe('The only player who may accept. Without `opponent` and `invite`, anyone may accept'),
  invite: z
    .boolean()
    .optional()
    .describe(
      '`true`: only people who have the link in `inviteUrl` can see and accept the challenge. Cannot be combined with `opponent`',
    ),
  expiresInHours: z
    .int()
    .min(1)
    .max(MAX_OPEN_HOURS)
    .optional()
    .describe(
      `Hours until the challenge expires. Default: ${DEFAULT_OPEN_HOURS}; with \`opponent\` it does not expire`,
    ),
  colour: colourSchema.default('random'),
  clock: clockSchema,
  vacation: z.boolean().default(true).describe('Whether a player’s vacation stops their clock in the game'),
  timeouts: timeoutsSchema.default('automatic'),
  provenDraws: provenDrawsSchema.default(false),
  rated: z
    .boolean()
    .default(false)
    .describe('Whether the game counts for both players’ ratings. Both must be people, or both bots'),
  bots: z
    .boolean()
    .optional()
    .describe(
      'Whether bots may accept an open challenge. Default: true, but false for a person’s challenge that is rated or whose time-outs are claimed',
    ),
  message: text(1, 500).optional().describe('Shown with the challenge, and the first message of its game'),
})
export const createChallengeBody = challengeTerms.refine(
  ({ invite, opponent }) => !invite || opponent === undefined,
  { path: ['invite'], error: 'cannot be combined with `opponent`' },
)

export const quickPairBody = z.strictObject({
  rules: ruleSetIdSchema,
  clock: clockSchema,
  timeouts: timeoutsSchema.default('automatic'),
  provenDraws: provenDrawsSchema.default(false),
  rated: z
    .boolean()
    .default(false)
    .describe('Whether the game may count for both players’ ratings. Rated challenges are then taken first'),
})

export const declineChallengeBody = z
  .strictObject({
    reason: text(1, 500).optional().describe('A message to the challenger; only the two players can read it'),
  })
  .optional()

export const challengeSchema = z
  .object({
    id: z.int(),
    rules: ruleSetIdSchema,
    rulesRevision: z.int(),
    challenger: playerSchema,
    opponent: playerSchema
      .nullable()
      .describe(
        'null: open to everyone, or to people who have its link. For an accepted invitation: the player who accepted',
      ),
    colour: colourSchema,
    clock: clockSchema,
    vacation: z.boolean().describe('Whether a player’s vacation stops their clock in the game'),
    timeouts: timeoutsSchema,
    provenDraws: provenDrawsSchema,
    schedule: scheduleSchema.describe(
      'The challenger’s current days off and quiet hours. A game keeps the ones it started with',
    ),
    away: z
      .object({ from: instant, until: instant })
      .nullable()
      .describe(
        `The challenger’s current vacation, or one that starts within ${UPCOMING_VACATION_DAYS} days, if \`vacation\` is true`,
      ),
    rated: z.boolean(),
    bots: z
      .boolean()
      .describe('Whether bots may accept it. With a named opponent: whether the opponent is a bot'),
    message: z.string().nullable(),
    invite: z.boolean().describe('Whether only people who have the link can see and accept it'),
    inviteUrl: z
      .string()
      .optional()
      .describe(
        'The link of an invitation; the part after `#` is the code. Only the challenger gets it, and never in events',
      ),
    state: z.enum(CHALLENGE_STATES).describe('An expired challenge is `withdrawn` with `expired: true`'),
    declineReason: z
      .string()
      .optional()
      .describe('Why the opponent declined it, if they said so. Only the two players see it'),
    expiresAt: instant.nullable().describe('When the challenge expires; null if it does not'),
    expired: z.boolean().describe('Whether it was withdrawn because nobody accepted it in time'),
    game: z.int().nullable().describe('The game that was started; null until the challenge is accepted'),
    rematchOf: z.int().nullable().describe('The earlier game, if this challenge was created by `rematch`'),
    createdAt: instant,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.output<typeof challengeSchema>

export const inviteParams = z.strictObject({
  code: text(1, 100).describe('The part of the invitation link after `#`'),
})

export const listChallengesQuery = z.strictObject({
  ...pageQuery,
  mine: flag
    .optional()
    .describe('`true`: open challenges that you sent or received; needs the scope `challenge:write`'),
  rules: ruleSetIdSchema.optional().describe('Only challenges for this rule set'),
  club: clubSlug.optional().describe('Only challenges by members of this club'),
})
