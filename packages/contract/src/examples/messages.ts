import type { Message } from '../messages.ts'
import { drawOffer } from './draw-offers.ts'
import { game } from './games.ts'

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
