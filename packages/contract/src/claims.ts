import { CLAIM_REFUSALS, FINDINGS } from '@tegenzet/rules'
import { z } from 'zod'
import { LANGUAGES } from './accounts.ts'
import { EXTENSIBLE, instant, page, pageQuery, playerSchema, sideSchema, text } from './common.ts'
import { drawOfferSchema, plyNumbers, positionNumbers } from './draw-offers.ts'
import { gameSchema, moveSchema, positionSchema } from './games.ts'
import { messageSchema } from './messages.ts'
import { givenWarningSchema } from './reports.ts'

/** Days after which the server rules by the evidence where no admin has. */
export const AUTO_RULING_DAYS = 14

const claimCommon = {
  intendedMove: text(1, 20)
    .optional()
    .describe(
      'A move that you would play and that is not played; the last number is then the current ply + 1',
    ),
  offer: z.int().min(1).optional().describe('The declined or expired offer, where the rule set asks for one'),
  text: text(1, 1000).optional().describe('For the admins; everybody can read it'),
}
export const fileClaimBody = z.discriminatedUnion('ground', [
  z.strictObject({ ground: z.literal('repetition'), positions: positionNumbers, ...claimCommon }),
  z.strictObject({ ground: z.literal('quiet-moves'), plies: plyNumbers, ...claimCommon }),
])

const params = z.record(
  z.string(),
  z.union([z.number(), z.string(), z.array(z.number()), z.array(z.string())]),
)
export const claimRefusalSchema = z
  .object({ code: z.enum(CLAIM_REFUSALS).meta(EXTENSIBLE), params })
  .meta({ id: 'ClaimRefusal', description: 'Why a claim or an offer’s ground is not allowed now' })
export const findingSchema = z
  .object({ code: z.enum(FINDINGS).meta(EXTENSIBLE), params })
  .meta({ id: 'Finding', description: 'What the positions say of a claim' })
export const evidenceSchema = z
  .object({
    holds: z.boolean().describe('Whether the claim is right by the rules; the ruling is the admin’s'),
    findings: z.array(findingSchema),
  })
  .meta({ id: 'Evidence' })

export const CLAIM_STATES = ['open', 'upheld', 'rejected', 'withdrawn', 'closed'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export const verdictSchema = z
  .object({
    by: playerSchema.nullable().describe('The admin; null where the server ruled by the evidence'),
    reason: z.string(),
    at: instant,
  })
  .meta({ id: 'Verdict' })

const claimBase = z.object({
  id: z.int(),
  game: z.int(),
  by: sideSchema,
  ply: z.int().describe('Plies played when it was filed'),
  intendedMove: z.string().nullable(),
  offer: z.int().nullable().describe('The offer it rests on, where the rule set asks for one'),
  text: z.string().nullable(),
  state: z
    .enum(CLAIM_STATES)
    .describe('`closed`: the game ended while it was open, by agreement or because somebody resigned'),
  evidence: evidenceSchema,
  verdict: verdictSchema.nullable(),
  createdAt: instant,
  closedAt: instant.nullable().describe('null while it is open'),
})
export const claimSchema = z
  .discriminatedUnion('ground', [
    claimBase.extend({ ground: z.literal('repetition'), positions: z.array(z.int()) }),
    claimBase.extend({ ground: z.literal('quiet-moves'), plies: z.array(z.int()) }),
  ])
  .meta({ id: 'Claim' })
export type Claim = z.output<typeof claimSchema>
export const claimsSchema = z.object({ items: z.array(claimSchema) })
export const claimResponse = z.object({ claim: claimSchema, game: gameSchema })

/** By state; `ruled` are the upheld and the rejected. */
export const CLAIM_FILTERS = [...CLAIM_STATES, 'ruled'] as const
export const listClaimQueueQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(CLAIM_FILTERS)
    .default('open')
    .describe('`open`: the oldest first; all others: the newest first. `ruled`: upheld and rejected'),
})
const mayRule = z.boolean().describe('Whether you may rule on it: it is open, and not of a game of your own')
export const queuedClaimSchema = z
  .object({ claim: claimSchema, game: gameSchema, mayRule })
  .meta({ id: 'QueuedClaim' })
export type QueuedClaim = z.output<typeof queuedClaimSchema>
export const claimQueuePage = page(queuedClaimSchema)

export const warningSchema = z
  .object({
    id: z.int(),
    player: playerSchema.describe('Who is warned'),
    game: z.int(),
    claim: z.int(),
    by: playerSchema.describe('The admin'),
    reason: z.string().describe('The reason of the ruling it came with'),
    at: instant,
  })
  .meta({ id: 'Warning' })
export type Warning = z.output<typeof warningSchema>
export const warningPage = page(warningSchema)

const partySchema = z.object({
  language: z.enum(LANGUAGES).describe('The language the player reads'),
  claims: z
    .array(claimSchema)
    .describe('Other claims of this player, in all games, newest first, at most 50'),
  warnings: z.array(warningSchema).describe('With rulings on claims, newest first, at most 50'),
  allWarnings: z.array(givenWarningSchema).describe('Those after reports too, newest first, at most 50'),
})
export const claimReviewSchema = queuedClaimSchema
  .extend({
    positions: z
      .array(positionSchema)
      .describe(
        'Those the claim names, that of the intended move included; of a quiet stretch the one before it and its last',
      ),
    moves: z.array(moveSchema).describe('Those played from the first of these positions to the last'),
    quiet: z
      .object({
        before: moveSchema
          .nullable()
          .describe('The last move before the stretch that set the counter of quiet moves to 0'),
        within: z.array(moveSchema).describe('The moves of the stretch that did'),
      })
      .nullable()
      .describe('Of a claim of quiet moves'),
    offer: drawOfferSchema.nullable().describe('The offer the claim rests on'),
    messages: z
      .array(messageSchema)
      .describe('What the two players wrote with offers and answers; nothing else they say to each other'),
    parties: z.object({ white: partySchema, black: partySchema }),
  })
  .meta({ id: 'ClaimReview' })
export type ClaimReview = z.output<typeof claimReviewSchema>

export const CLAIM_VERDICTS = ['uphold', 'reject'] as const
export const claimVerdictBody = z.strictObject({
  verdict: z
    .enum(CLAIM_VERDICTS)
    .describe('`uphold`: the game is drawn. `reject`: it goes on, clock and turn as they were'),
  reason: text(1, 1000).regex(/\S/, 'says nothing').describe('For both players; everybody can read it'),
  warn: z
    .array(sideSchema)
    .max(2)
    .refine((sides) => new Set(sides).size === sides.length, 'each side once')
    .optional()
    .describe('Who is warned, for the same reason'),
})
