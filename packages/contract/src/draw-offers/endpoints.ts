import { z } from 'zod'
import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { gameResponse, gameSchema } from '../games/schemas.ts'
import {
  BANK_OFFER_DAYS,
  declineOfferBody,
  drawOfferSchema,
  drawOffersSchema,
  MOVES_BETWEEN_OFFERS,
  offerDrawBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Draws' })

export const DRAW_OFFER_ENDPOINTS = {
  offerDraw: endpoint('offerDraw', {
    summary: 'Offer a draw',
    description: `Offers a draw at any time during the game, with or without a ground and its numbers. An offer that is not answered expires after the days that one move of the game may take, or ${BANK_OFFER_DAYS} where the clock is a bank.

Fails with \`offer-open\` while another offer is open, \`offer-repeated\` if you made the same offer fewer than ${MOVES_BETWEEN_OFFERS} of your moves ago, and \`offer-refused\` if the ground and numbers are not allowed; \`refusals\` lists the reasons. With a \`message\`, it fails with \`contact-refused\` or \`player-blocked\` if one of the two has blocked the other, and with \`new-account-limit\` as in \`sendMessage\`.`,
    access: 'game:play',
    fieldFeatures: { message: 'chat' },
    guests: true,
    params: idParams,
    body: offerDrawBody,
    responses: { 201: z.object({ offer: drawOfferSchema, game: gameSchema }) },
    errors: [
      'muted',
      'not-found',
      'not-a-player',
      'contact-refused',
      'player-blocked',
      'game-over',
      'overdue',
      'game-frozen',
      'offer-open',
      'offer-refused',
      'offer-repeated',
      'new-account-limit',
    ],
  }),
  listDrawOffers: endpoint('listDrawOffers', {
    summary: 'List the draw offers of a game',
    description: 'Oldest first, with their states. Their messages are in `listMessages`.',
    access: 'reader',
    params: idParams,
    responses: { 200: drawOffersSchema },
    errors: ['not-found'],
  }),
  acceptDrawOffer: endpoint('acceptDrawOffer', {
    summary: 'Accept a draw offer',
    description:
      'The game is drawn by agreement. Fails with `forbidden` if it is your own offer and with `conflict` if it is no longer open.',
    access: 'game:play',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'game-over', 'conflict'],
  }),
  declineDrawOffer: endpoint('declineDrawOffer', {
    summary: 'Decline a draw offer',
    description:
      'The game goes on. Playing a move declines the offer too. Fails with `forbidden` if it is your own offer and with `conflict` if it is no longer open.',
    access: 'game:play',
    fieldFeatures: { reason: 'chat' },
    guests: true,
    params: idParams,
    body: declineOfferBody,
    responses: { 200: gameResponse },
    errors: [
      'muted',
      'not-found',
      'not-a-player',
      'forbidden',
      'contact-refused',
      'player-blocked',
      'game-over',
      'overdue',
      'conflict',
    ],
  }),
  withdrawDrawOffer: endpoint('withdrawDrawOffer', {
    summary: 'Withdraw a draw offer',
    description: `Closes your own open offer. It allows no claim, and you can repeat the same offer only after ${MOVES_BETWEEN_OFFERS} moves of your own. Fails with \`forbidden\` if it is the opponent’s offer and with \`conflict\` if it is no longer open.`,
    access: 'game:play',
    guests: true,
    params: idParams,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'game-over', 'overdue', 'conflict'],
  }),
}
