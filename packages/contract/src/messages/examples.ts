import { drawOffer } from '../draw-offers/examples.ts'
import { game } from '../games/examples.ts'
import type { Message } from './schemas.ts'

export const offerMessage: Message = {
  id: 2001,
  game: game.id,
  by: 'white',
  ply: drawOffer.ply,
  kind: 'offer',
  offer: drawOffer.id,
  text: 'I think this is even.',
  createdAt: drawOffer.createdAt,
}
export const talkMessage: Message = {
  ...offerMessage,
  id: 2000,
  kind: 'talk',
  offer: null,
  text: 'Well played!',
}
