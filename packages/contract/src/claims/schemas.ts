import { CLAIM_REFUSALS, FINDINGS } from '@tegenzet/rules'
import { z } from 'zod'
import { LANGUAGES } from '../accounts/schemas.ts'
import {
  EXTENSIBLE,
  instant,
  page,
  pageQuery,
  playerSchema,
  sideSchema,
  text,
  visibleText,
} from '../common.ts'
import { drawOfferSchema, plyNumbers, positionNumber, positionNumbers } from '../draw-offers/schemas.ts'
import { gameSchema, moveSchema, positionSchema } from '../games/schemas.ts'
import { messageSchema } from '../messages/schemas.ts'
import { moveText } from '../notation.ts'
import { givenWarningSchema } from '../reports/schemas.ts'
import { TABLE_VALUES, tableValueSchema } from '../tables/schemas.ts'

const intendedMove = text(1, 20)
  .optional()
  .describe(
    'The move you intend to play. It is not played; the last number of the claim is then the current ply + 1',
  )
const claimCommon = {
  offer: z
    .int()
    .min(1)
    .optional()
    .describe('The `id` of your declined or expired draw offer, if the rule set requires one'),
  text: text(1, 1000).optional().describe('An explanation for whoever rules on the claim. It is public'),
}
export const fileClaimBody = z.discriminatedUnion('ground', [
  z.strictObject({
    ground: z.literal('repetition'),
    positions: positionNumbers,
    intendedMove,
    ...claimCommon,
  }),
  z.strictObject({ ground: z.literal('quiet-moves'), plies: plyNumbers, intendedMove, ...claimCommon }),
  z.strictObject({ ground: z.literal('proven-draw'), position: positionNumber, ...claimCommon }),
])

const params = z.record(
  z.string(),
  z.union([z.number(), z.string(), z.array(z.number()), z.array(z.string())]),
)
export const claimRefusalSchema = z.object({ code: z.enum(CLAIM_REFUSALS).meta(EXTENSIBLE), params }).meta({
  id: 'ClaimRefusal',
  description: 'A reason why a claim, or the ground of a draw offer, is not allowed now',
})
const findingSchema = z.object({ code: z.enum(FINDINGS).meta(EXTENSIBLE), params }).meta({
  id: 'Finding',
  description: 'A fact about the claim that the server found in the moves and positions',
})
/** What proves or refutes that a position is drawn. */
export const provedSchema = z.object({
  value: z
    .enum(TABLE_VALUES)
    .describe(
      'For the side to move in the claimed position. Like `table`, `fingerprint` and `version` only with the ground `proven-draw`, and only for arbiters and admins who do not play in the game',
    ),
  table: z
    .string()
    .describe('The endgame table: its group of rule sets, stones of the side to move and of the other one')
    .meta({ examples: ['muehle 4-3'] }),
  fingerprint: z.string().describe('Identifies the rules for which the table was made'),
  version: z.string().describe('The version of the server that read it'),
})
export type Proved = z.output<typeof provedSchema>
export const evidenceSchema = z
  .object({
    holds: z
      .boolean()
      .describe('Whether the claim is correct by the rules. The ruling is up to an arbiter or admin'),
    findings: z.array(findingSchema),
    ...provedSchema.partial().shape,
  })
  .meta({ id: 'Evidence' })

export const CLAIM_STATES = ['open', 'upheld', 'rejected', 'withdrawn', 'closed'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

const verdictSchema = z
  .object({
    by: playerSchema
      .nullable()
      .describe('The arbiter or admin who ruled; null if the server ruled by the evidence'),
    reason: z.string(),
    at: instant,
  })
  .meta({ id: 'Verdict' })

const claimBase = z.object({
  id: z.int(),
  game: z.int(),
  by: sideSchema,
  ply: z.int().describe('Plies played when the claim was filed'),
  intendedMove: moveText.nullable(),
  offer: z.int().nullable().describe('The draw offer that the claim rests on, if the rule set requires one'),
  text: z.string().nullable(),
  state: z
    .enum(CLAIM_STATES)
    .describe('`closed`: the game ended by agreement or resignation while the claim was open'),
  evidence: evidenceSchema,
  verdict: verdictSchema.nullable(),
  createdAt: instant,
  closedAt: instant.nullable().describe('null while the claim is open'),
})
export const claimSchema = z
  .discriminatedUnion('ground', [
    claimBase.extend({ ground: z.literal('repetition'), positions: z.array(z.int()) }),
    claimBase.extend({ ground: z.literal('quiet-moves'), plies: z.array(z.int()) }),
    claimBase.extend({ ground: z.literal('proven-draw'), position: z.int() }),
  ])
  .meta({ id: 'Claim' })
export type Claim = z.output<typeof claimSchema>
export const claimsSchema = z.object({ items: z.array(claimSchema) })
export const claimResponse = z.object({ claim: claimSchema, game: gameSchema })

/** Claim states, and `ruled` for upheld and rejected together. */
const CLAIM_FILTERS = [...CLAIM_STATES, 'ruled'] as const
export const listClaimQueueQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(CLAIM_FILTERS)
    .default('open')
    .describe('`open` lists the oldest first, all others the newest first. `ruled`: upheld and rejected'),
})
const mayRule = z
  .boolean()
  .describe('Whether you may rule on the claim: it is open and you do not play in the game')
const exact = tableValueSchema
  .nullable()
  .describe(
    'The exact value of the position on the board, for the side to move, while the claim is open. For your information: players do not see it. null: not known, you play in the game, or it has `provenDraws`',
  )
const queuedClaimSchema = z
  .object({ claim: claimSchema, game: gameSchema, mayRule, exact })
  .meta({ id: 'QueuedClaim' })
export type QueuedClaim = z.output<typeof queuedClaimSchema>
export const claimQueuePage = page(queuedClaimSchema)

export const warningSchema = z
  .object({
    id: z.int(),
    player: playerSchema.describe('The player who was warned'),
    game: z.int(),
    claim: z.int(),
    by: playerSchema.describe('The arbiter or admin who gave the warning'),
    reason: z.string().describe('The reason given with the ruling'),
    at: instant,
  })
  .meta({ id: 'Warning' })
export type Warning = z.output<typeof warningSchema>
export const warningPage = page(warningSchema)

const partySchema = z.object({
  language: z.enum(LANGUAGES).describe('The player’s language'),
  claims: z.array(claimSchema).describe('The player’s other claims in all games, newest first, at most 50'),
  warnings: z
    .array(warningSchema)
    .describe('Warnings given with rulings on claims, newest first, at most 50'),
  allWarnings: z
    .array(givenWarningSchema)
    .describe('All warnings, also those given after reports, newest first, at most 50'),
})
export const claimReviewSchema = queuedClaimSchema
  .extend({
    positions: z
      .array(positionSchema)
      .describe(
        'The positions that the claim names, including the one after the intended move. For quiet moves: the position before the run and its last one',
      ),
    moves: z.array(moveSchema).describe('The moves from the first of these positions to the last'),
    quiet: z
      .object({
        before: moveSchema
          .nullable()
          .describe('The last move before the run that reset the counter of quiet moves'),
        within: z.array(moveSchema).describe('Moves in the run that reset the counter'),
      })
      .nullable()
      .describe('null unless the ground is `quiet-moves`'),
    offer: drawOfferSchema.nullable().describe('The draw offer that the claim rests on'),
    messages: z
      .array(messageSchema)
      .describe('The messages that belong to draw offers. Other messages of the players are not shown'),
    parties: z.object({ white: partySchema, black: partySchema }),
  })
  .meta({ id: 'ClaimReview' })
export type ClaimReview = z.output<typeof claimReviewSchema>

const outlookSchema = z.object({
  place: z.int().nullable().describe('Equal players share a place. null: the player has left'),
  points: z.number(),
  advances: z.boolean().describe('Whether the player goes on to the next stage, or up in a league'),
  relegated: z.boolean().describe('Whether the player goes down in a league'),
})
export const claimStakesSchema = z
  .object({
    stage: z.int(),
    group: z.int(),
    running: z.int().describe('Number of other games of the group that are running'),
    drawDecides: z.boolean().describe('Whether a draw changes who goes on, up or down, as the table is now'),
    players: z
      .array(
        z.object({
          user: playerSchema,
          outlook: z.object({
            open: outlookSchema,
            draw: outlookSchema,
            white: outlookSchema,
            black: outlookSchema,
          }),
        }),
      )
      .describe(
        'The players of the group, best first, with the table as it is now. `open`: the game is running. `white` and `black`: who wins it',
      ),
  })
  .meta({ id: 'ClaimStakes' })
export type ClaimStakes = z.output<typeof claimStakesSchema>

const CLAIM_VERDICTS = ['uphold', 'reject'] as const
export const claimVerdictBody = z.strictObject({
  verdict: z
    .enum(CLAIM_VERDICTS)
    .describe('`uphold`: the game is drawn. `reject`: the game goes on with the same turn and clock'),
  reason: visibleText(1000).describe('The reason, shown to both players. It is public'),
  warn: z
    .array(sideSchema)
    .max(2)
    .refine((sides) => new Set(sides).size === sides.length, 'must not contain duplicates')
    .optional()
    .describe('The sides to warn, for the same reason'),
})
