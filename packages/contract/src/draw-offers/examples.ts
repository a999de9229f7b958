import { game } from '../games/examples.ts'
import type { DrawOffer } from './schemas.ts'

export const drawOffer: DrawOffer = {
  id: 88,
  game: game.id,
  by: 'white',
  ply: game.ply,
  state: 'open',
  createdAt: '2026-11-22T19:40:00.000Z',
  expiresAt: '2026-11-23T19:40:00.000Z',
  closedAt: null,
}
