import { anna, annaSchedule, bram } from '../people/example-players.ts'
import type { Challenge } from './schemas.ts'

export const challenge: Challenge = {
  id: 4711,
  rules: 'molenspel',
  rulesRevision: 1,
  challenger: anna,
  opponent: bram,
  colour: 'white',
  clock: { kind: 'per-move', days: 3 },
  vacation: true,
  timeouts: 'automatic',
  provenDraws: false,
  schedule: annaSchedule,
  away: null,
  rated: false,
  bots: true,
  message: 'Good luck!',
  invite: false,
  state: 'open',
  expiresAt: null,
  expired: false,
  game: null,
  rematchOf: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

/** What a visitor of its link gets. */
export const invite: Challenge = {
  ...challenge,
  id: 4712,
  opponent: null,
  invite: true,
  expiresAt: '2026-12-04T12:00:00.000Z',
}
