import type { Account, Token } from '../accounts/schemas.ts'
import type { Bot } from '../bots/schemas.ts'
import type { Schedule } from '../clocks.ts'
import type { Player } from '../common.ts'
import type { User } from './profiles.ts'

// All examples tell one story: anna plays game 353379 against bram, and cato is an admin.

export const anna: Player = { id: 12, username: 'anna', kind: 'human' }
export const bram: Player = { id: 31, username: 'bram', kind: 'human' }
export const cato: Player = { id: 7, username: 'cato', kind: 'human' }

export const annaSchedule: Schedule = {
  timezone: 'Europe/Amsterdam',
  daysOff: [6],
  quietHours: { from: '23:00', to: '07:30' },
}
export const bramSchedule: Schedule = { timezone: 'Europe/Brussels', daysOff: [], quietHours: null }

export const account: Account = {
  id: anna.id,
  username: anna.username,
  kind: 'human',
  email: 'anna@example.org',
  emailVerified: false,
  managed: false,
  pendingEmail: null,
  language: 'nl',
  ...annaSchedule,
  about: 'I play a move or two over breakfast.',
  country: 'NL',
  profileShows: ['pace', 'lost-on-time', 'score'],
  contact: 'everyone',
  role: 'player',
  secondFactor: false,
  roles: [],
  usernameChangeAt: null,
  deletesAt: null,
  createdAt: '2026-11-01T09:30:00.000Z',
}

export const guest: Account = {
  ...account,
  id: 58,
  username: 'guest-58',
  kind: 'guest',
  email: null,
  daysOff: [],
  quietHours: null,
  about: null,
  country: null,
  profileShows: [],
  createdAt: '2026-11-20T11:58:00.000Z',
}

export const user: User = {
  ...anna,
  createdAt: account.createdAt,
  schedule: annaSchedule,
  vacation: null,
  games: { active: 3, finished: 14, won: 8, lost: 4, drawn: 2 },
  about: account.about,
  country: account.country,
  pace: { medianMs: 25_200_000, moves: 212 },
  lostOnTime: 0,
  clubs: null,
  indexed: true,
}

export const token: Token = {
  id: '0193a5c2-6f1e-7d3a-9b60-2f4c1e8a7d55',
  name: 'My bot',
  scopes: ['account:read', 'game:read', 'game:play', 'challenge:write'],
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
}

export const bot: Bot = {
  user: { id: 44, username: 'grindstone', kind: 'bot' },
  house: false,
  rules: ['molenspel', 'muehle'],
  level: 3,
  about: 'Searches four plies deep. Run by anna.',
  character: null,
  until: '2026-11-20T12:05:00.000Z',
}
