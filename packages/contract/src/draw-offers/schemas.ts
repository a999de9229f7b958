import { GROUNDS } from '@tegenzet/rules'
import { z } from 'zod'
import { instant, sideSchema, text } from '../common.ts'

/** Hours after which an unanswered offer expires. */
/** Days for the answer to a draw offer where the clock is a bank. Elsewhere they are those of one move. */
export const BANK_OFFER_DAYS = 3
/** A player may repeat the same offer only after this many moves of their own. */
export const MOVES_BETWEEN_OFFERS = 5

export const groundSchema = z.enum(GROUNDS)

/** The rules check that the numbers rise and that their count fits the ground. */
const numbers = z.array(z.int()).max(10)
export const positionNumbers = numbers
  .describe('Three position numbers in ascending order')
  .meta({ examples: [[9, 13, 17]] })
export const plyNumbers = numbers
  .describe('The first and the last ply of the run of quiet moves, both included')
  .meta({ examples: [[81, 180]] })
export const positionNumber = z
  .int()
  .describe('The number of the position on the board: the plies played, including the move it is sent with')
  .meta({ examples: [61] })

const message = text(1, 500)
  .optional()
  .describe('A message to the opponent; only the two players can read it')

/** A plain offer, or one that names the ground and the numbers on which a later claim can rest. */
export const offerTermsSchema = z.discriminatedUnion('ground', [
  z.strictObject({ ground: z.literal('repetition'), positions: positionNumbers, message }),
  z.strictObject({ ground: z.literal('quiet-moves'), plies: plyNumbers, message }),
  // a plain offer is part of the discriminated union, so that error paths point into the right variant
  z.strictObject({ ground: z.undefined().optional().meta({ not: {} }), message }),
  z.strictObject({ ground: z.literal('proven-draw'), position: positionNumber, message }),
])
export type OfferTerms = z.output<typeof offerTermsSchema>
export const offerDrawBody = offerTermsSchema.optional()

export const OFFER_STATES = ['open', 'accepted', 'declined', 'expired', 'closed'] as const
export type OfferState = (typeof OFFER_STATES)[number]

const bareOffer = z.object({
  id: z.int(),
  game: z.int(),
  by: sideSchema,
  ply: z.int().describe('Plies played when the offer was made, including the move it was sent with'),
  state: z
    .enum(OFFER_STATES)
    .describe(
      '`declined`: by an answer or by playing a move. `expired`: not answered within the days of one move, or three where the clock is a bank. `closed`: withdrawn, or closed by a claim or the end of the game',
    ),
  createdAt: instant,
  expiresAt: instant,
  closedAt: instant.nullable().describe('null while the offer is open'),
})

export const drawOfferSchema = z
  .union([
    bareOffer.extend({ ground: z.literal('repetition'), positions: z.array(z.int()) }),
    bareOffer.extend({ ground: z.literal('quiet-moves'), plies: z.array(z.int()) }),
    bareOffer.extend({ ground: z.literal('proven-draw'), position: z.int() }),
    bareOffer,
  ])
  .meta({ id: 'DrawOffer' })
export type DrawOffer = z.output<typeof drawOfferSchema>
export const drawOffersSchema = z.object({ items: z.array(drawOfferSchema) })

export const declineOfferBody = z
  .strictObject({
    reason: text(1, 500).optional().describe('A message to the opponent; only the two players can read it'),
  })
  .optional()
