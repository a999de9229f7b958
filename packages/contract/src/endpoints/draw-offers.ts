import { z } from 'zod'
import { emptyBody, idParams } from '../common.ts'
import { declineOfferBody, drawOfferSchema, drawOffersSchema, offerDrawBody } from '../draw-offers.ts'
import { endpoint } from '../endpoint.ts'
import { gameResponse, gameSchema } from '../games.ts'

/** Draws by agreement. */
export const DRAW_OFFER_ENDPOINTS = {
  offerDraw: endpoint('offerDraw', {
    tag: 'Draws',
    summary: 'Offer a draw',
    description:
      'At any time while the game runs, bare or with a ground and its numbers. One offer is open at a time; the same one may be made again only after five own moves. Unanswered it expires after 24 hours.',
    access: 'game:play',
    params: idParams,
    body: offerDrawBody,
    responses: { 201: z.object({ offer: drawOfferSchema, game: gameSchema }) },
    errors: [
      'not-found',
      'not-a-player',
      'contact-refused',
      'player-blocked',
      'game-over',
      'game-frozen',
      'offer-open',
      'offer-refused',
      'offer-repeated',
    ],
  }),
  listDrawOffers: endpoint('listDrawOffers', {
    tag: 'Draws',
    summary: 'All draw offers of a game',
    description: 'Oldest first, with what became of them. The words with them are in the game’s messages.',
    access: 'anyone',
    params: idParams,
    responses: { 200: drawOffersSchema },
    errors: ['not-found'],
  }),
  acceptDrawOffer: endpoint('acceptDrawOffer', {
    tag: 'Draws',
    summary: 'Accept a draw offer',
    description: 'By the other player, while it is open: the game is drawn by agreement.',
    access: 'game:play',
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'game-over', 'conflict'],
  }),
  declineDrawOffer: endpoint('declineDrawOffer', {
    tag: 'Draws',
    summary: 'Decline a draw offer',
    description: 'By the other player, while it is open. Playing on declines it as well.',
    access: 'game:play',
    params: idParams,
    body: declineOfferBody,
    responses: { 200: gameResponse },
    errors: [
      'not-found',
      'not-a-player',
      'forbidden',
      'contact-refused',
      'player-blocked',
      'game-over',
      'conflict',
    ],
  }),
}
