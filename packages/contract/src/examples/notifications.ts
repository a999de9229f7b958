import type { Notification } from '../notifications.ts'
import { challenge } from './challenges.ts'
import { bram } from './players.ts'

export const notification: Notification = {
  id: 501,
  kind: 'challenge-received',
  params: { challenge: challenge.id, by: bram.username, rules: 'molenspel' },
  game: null,
  createdAt: challenge.createdAt,
  readAt: null,
}
