import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import type { Clock } from '../clocks.ts'
import { EXTENSIBLE, instant, page, pageQuery, playerSchema, ruleSetIdSchema, rulesParam } from '../common.ts'
import { provenDrawsSchema } from '../terms.ts'

/** The clock of ladder games, which are rated. Vacations stop it. */
export const LADDER_CLOCK: Clock = { kind: 'per-move', days: 3 }
/** How many challenges of a player may be running, and how many games as the challenged one. */
export const MAX_LADDER_CHALLENGES = 2
/** The same two players meet again this many days after their last ladder game ended. */
export const LADDER_REMATCH_DAYS = 14
/** Without a ladder game begun for this many days a player loses their place. Older running games no longer count. */
export const LADDER_IDLE_DAYS = 60

/** Why the caller cannot challenge a player. */
const UNCHALLENGEABLE_REASONS = [
  'not-entered',
  'yourself',
  'below',
  'too-far-above',
  'on-vacation',
  'too-many-challenges',
  'opponent-busy',
  'met-recently',
  'restricted',
  'opponent-restricted',
] as const
export type UnchallengeableReason = (typeof UNCHALLENGEABLE_REASONS)[number]

export const ladderPlaceSchema = z
  .object({
    place: z.int().describe('From 1, the top'),
    user: playerSchema,
    since: instant.describe('When the player joined the ladder'),
    running: z.int().describe('Number of the player’s running games on this ladder'),
    challengeable: z.boolean().describe('Whether you can challenge the player now'),
    reason: z
      .enum(UNCHALLENGEABLE_REASONS)
      .meta(EXTENSIBLE)
      .nullable()
      .describe(
        `Why you cannot challenge the player; null if you can. \`not-entered\`: you are not on the ladder, or not logged in. \`below\`: challenges go upwards. \`too-many-challenges\`: ${MAX_LADDER_CHALLENGES} of yours are running. \`opponent-busy\`: ${MAX_LADDER_CHALLENGES} games that others challenged the player to are running. \`met-recently\`: your last ladder game is running, or ended less than ${LADDER_REMATCH_DAYS} days ago. \`restricted\`, \`opponent-restricted\`: you, or the player, may not start new games`,
      ),
    challengeableAt: instant
      .nullable()
      .describe(
        'When that reason ends, if that is known: with `on-vacation`, and with `met-recently` once the game has ended',
      ),
  })
  .meta({ id: 'LadderPlace' })
export type LadderPlace = z.output<typeof ladderPlaceSchema>

const terms = {
  rules: ruleSetIdSchema,
  provenDraws: provenDrawsSchema.describe(
    'Whether draws that endgame tables prove can be claimed in games that begin from now on',
  ),
}
export const ladderTermsSchema = z.object(terms).meta({ id: 'LadderTerms' })
export type LadderTerms = z.output<typeof ladderTermsSchema>
export const changeLadderBody = z.strictObject({ provenDraws: provenDrawsSchema })

export const ladderSchema = page(ladderPlaceSchema)
  .extend({
    ...terms,
    length: z.int().describe('Number of players on the ladder'),
    reach: z.int().describe('How many places above their own a player may challenge'),
    mine: ladderPlaceSchema.nullable().describe('Your own place; null if you are not on the ladder'),
  })
  .meta({ id: 'Ladder' })
export type Ladder = z.output<typeof ladderSchema>

export const ladderEventSchema = z
  .object({
    rules: ruleSetIdSchema,
    change: z
      .enum(['dropped'])
      .meta(EXTENSIBLE)
      .describe(
        `\`dropped\`: you have lost your place, because you began no game for ${LADDER_IDLE_DAYS} days`,
      ),
    place: z.int().describe('The place that you had'),
  })
  .meta({ id: 'LadderEvent', description: 'Something that happened to you on a ladder' })

export const ladderParams = z.strictObject({ rules: rulesParam })
export const ladderQuery = z.strictObject(pageQuery)
export const challengeOnLadderBody = z.strictObject({
  opponent: usernameSchema.describe('A player above you on the ladder'),
})
