import { GROUNDS } from '@tegenzet/rules'
import { z } from 'zod'
import { instant, sideSchema, text } from './common.ts'

/** Hours after which an offer that nobody answered has expired. */
export const OFFER_EXPIRY_HOURS = 24
/** Own moves after which a player may make the same offer again. */
export const MOVES_BETWEEN_OFFERS = 5

export const groundSchema = z.enum(GROUNDS)

/** Numbers as a client sends them: whether they rise and are as many as the ground asks for, the rules say. */
const numbers = z.array(z.int()).max(10)
export const positionNumbers = numbers
  .describe('Three position numbers, rising')
  .meta({ examples: [[9, 13, 17]] })
export const plyNumbers = numbers
  .describe('The first and the last ply of the quiet stretch, both counted')
  .meta({ examples: [[81, 180]] })

const message = text(1, 500).optional().describe('Words for the opponent, seen by the two players alone')

/** What an offer says besides that it is one: nothing, or the ground and the numbers that a claim could rest on. */
export const offerTermsSchema = z.discriminatedUnion('ground', [
  z.strictObject({ ground: z.literal('repetition'), positions: positionNumbers, message }),
  z.strictObject({ ground: z.literal('quiet-moves'), plies: plyNumbers, message }),
  // by the ground, so that what is wrong with one is told of that one; in JSON Schema a property that is not there
  z.strictObject({ ground: z.undefined().optional().meta({ not: {} }), message }),
])
export type OfferTerms = z.output<typeof offerTermsSchema>
export const offerDrawBody = offerTermsSchema.optional()

export const OFFER_STATES = ['open', 'accepted', 'declined', 'expired', 'closed'] as const
export type OfferState = (typeof OFFER_STATES)[number]

const bareOffer = z.object({
  id: z.int(),
  game: z.int(),
  by: sideSchema,
  ply: z.int().describe('Plies played when it was made, the move it came with included'),
  state: z
    .enum(OFFER_STATES)
    .describe(
      '`declined` by answering or by playing on, `expired` unanswered after 24 hours, `closed` by a claim or the game’s end',
    ),
  createdAt: instant,
  expiresAt: instant,
  closedAt: instant.nullable().describe('null while it is open'),
})
/** With a ground and its numbers, or bare. */
export const drawOfferSchema = z
  .union([
    bareOffer.extend({ ground: z.literal('repetition'), positions: z.array(z.int()) }),
    bareOffer.extend({ ground: z.literal('quiet-moves'), plies: z.array(z.int()) }),
    bareOffer,
  ])
  .meta({ id: 'DrawOffer' })
export type DrawOffer = z.output<typeof drawOfferSchema>
export const drawOffersSchema = z.object({ items: z.array(drawOfferSchema) })

export const declineOfferBody = z
  .strictObject({ reason: text(1, 500).optional().describe('Seen by the two players alone') })
  .optional()
