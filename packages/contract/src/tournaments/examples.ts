import { game } from '../games/examples.ts'
import { anna, bram } from '../people/example-players.ts'
import type {
  Standings,
  Tournament,
  TournamentEntry,
  TournamentEvent,
  TournamentLogEntry,
} from './schemas.ts'

const STARTS_AT = '2026-12-01T18:00:00.000Z'
export const open: Tournament = {
  id: 14,
  format: 'round-robin',
  name: 'Club evening',
  description: '',
  rules: 'molenspel',
  clock: { kind: 'per-move', days: 3 },
  rated: true,
  vacation: true,
  provenDraws: false,
  kind: 'human',
  groupSize: 6,
  gamesPerPair: 2,
  advance: 2,
  league: null,
  minEntrants: 3,
  maxEntrants: 6,
  ratingMin: null,
  ratingMax: null,
  invite: true,
  state: 'open',
  organiser: anna,
  club: null,
  entrants: 4,
  stage: 0,
  startsAt: STARTS_AT,
  startedAt: null,
  endsAt: null,
  endedAt: null,
  createdAt: '2026-11-22T12:00:00.000Z',
  making: null,
}
const startedAt = '2026-12-01T18:00:00.214Z'
const running: Tournament = { ...open, state: 'running', stage: 1, startedAt }
const withLink = {
  ...open,
  inviteUrl: 'https://tegenzet.example/tournaments/14#WmBv1Y7rG0a2x9KqT4eLcw',
}
export const entry: TournamentEntry = {
  user: bram,
  rating: 1612.4,
  enteredAt: '2026-11-23T09:00:00.000Z',
  left: null,
}

const standings: Standings = {
  stage: 1,
  groups: [
    {
      group: 1,
      items: [
        {
          place: 1,
          user: anna,
          points: 1,
          sonnebornBerger: 0,
          wins: 1,
          played: 1,
          total: 2,
          advances: false,
          relegated: false,
          left: false,
          struck: false,
          results: [{ opponent: bram, games: [{ id: game.id, score: 1, shortDraw: false }] }],
        },
      ],
    },
  ],
}
const logEntry: TournamentLogEntry = {
  id: 81,
  at: '2026-12-04T10:00:00.000Z',
  kind: 'withdrawn',
  user: bram,
  by: bram,
  stage: 1,
  struck: true,
  reason: null,
}
const announcement: TournamentLogEntry = {
  id: 80,
  at: '2026-12-02T10:00:00.000Z',
  kind: 'announced',
  user: null,
  by: anna,
  stage: 1,
  struck: false,
  reason: 'The club room is open on Thursday.',
}
export const tournamentEvent: TournamentEvent = { ...running, change: 'started', user: null, reason: null }

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

export const TOURNAMENT_EXAMPLES = {
  createTournament: {
    body: {
      name: open.name,
      rules: open.rules,
      clock: open.clock,
      rated: true,
      groupSize: 6,
      maxEntrants: 6,
      invite: true,
      startsAt: STARTS_AT,
    },
    response: { ...withLink, entrants: 0 },
  },
  listTournaments: { response: onePage(open) },
  getTournament: { response: { ...open, ownEntry: { ...entry, rating: null } } },
  listTournamentEntries: { response: onePage(entry) },
  enterTournament: { body: { invite: 'WmBv1Y7rG0a2x9KqT4eLcw' }, response: { ...entry, rating: null } },
  removeFromTournament: { body: { reason: 'Plays with two accounts.' } },
  startTournament: { response: running },
  cancelTournament: {
    response: { ...open, state: 'cancelled' as const, endedAt: '2026-11-30T10:00:00.000Z' },
  },
  announceToEntrants: {
    body: { text: 'The club room is open on Thursday.' },
    response: announcement,
  },
  getStandings: { response: standings },
  listTournamentGames: {
    response: onePage({ ...game, tournament: { id: 14, name: open.name, stage: 1, group: 1 } }),
  },
  listTournamentLog: { response: onePage(logEntry) },
}
