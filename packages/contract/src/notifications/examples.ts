import { challenge } from '../challenges/examples.ts'
import { bram } from '../people/example-players.ts'
import type { Notification } from './schemas.ts'

export const notification: Notification = {
  id: 501,
  kind: 'challenge-received',
  params: { challenge: challenge.id, by: bram.username, rules: 'molenspel' },
  game: null,
  createdAt: challenge.createdAt,
  readAt: null,
}
