import { club } from '../clubs/examples.ts'
import { game } from '../games/examples.ts'
import { anna, bram, cato } from '../people/example-players.ts'
import type { Match, MatchEvent, MatchPlayer, MatchSummary } from './schemas.ts'

const OPPONENT = 'molenvrienden-brugge'
const summary: MatchSummary = {
  id: 9,
  clubs: [club.slug, OPPONENT],
  clubNames: [club.name, 'Molenvrienden Brugge'],
  rules: 'molenspel',
  clock: { kind: 'per-move', days: 3 },
  rated: true,
  vacation: true,
  provenDraws: false,
  boards: 8,
  gamesPerBoard: 1,
  state: 'proposed',
  lineupsCloseAt: '2026-12-05T18:00:00.000Z',
  agreedToStart: [],
  signedUp: [0, 0],
  score: [0, 0],
  createdAt: '2026-11-25T18:00:00.000Z',
  startedAt: null,
  endedAt: null,
}
const own = {
  club: null,
  side: null,
  clubs: [club.slug],
  organises: [club.slug],
  reminded: [],
  ordered: [],
  message: 'Shall we play again?',
} satisfies Match['own']
const proposed: Match = {
  ...summary,
  players: { a: [], b: [] },
  games: [],
  proposedBy: cato,
  own,
}
const open: Match = { ...proposed, state: 'open' }
const running: Match = {
  ...proposed,
  state: 'running',
  startedAt: '2026-12-05T18:00:00.412Z',
  signedUp: [1, 1],
  score: [0, 0],
  players: {
    a: [{ user: anna, board: 1, rating: 1650.2 }],
    b: [{ user: bram, board: 1, rating: 1612.4 }],
  },
  games: [{ board: 1, a: anna, b: bram, games: [{ id: game.id, white: 'a', score: null }] }],
}
const player: MatchPlayer = { user: anna, board: null, rating: null }
const { players: _, games: __, own: ___, proposedBy: ____, ...runningSummary } = running
export const matchEvent: MatchEvent = {
  ...runningSummary,
  change: 'started',
  club: null,
  user: null,
  by: null,
}

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

export const MATCH_EXAMPLES = {
  proposeMatch: {
    body: {
      club: club.slug,
      opponent: OPPONENT,
      rules: summary.rules,
      clock: summary.clock,
      rated: true,
      boards: summary.boards,
      lineupsCloseAt: summary.lineupsCloseAt,
      message: 'Shall we play again?',
    },
    response: { match: proposed },
  },
  listMatches: { response: onePage(summary) },
  getMatch: { response: running },
  acceptMatch: { response: open },
  declineMatch: {
    response: { ...proposed, state: 'declined' as const, endedAt: '2026-11-26T08:00:00.000Z' },
  },
  cancelMatch: {
    response: { ...proposed, state: 'cancelled' as const, endedAt: '2026-11-26T08:00:00.000Z' },
  },
  signUpForMatch: { body: { club: club.slug }, response: player },
  orderBoards: {
    body: { side: 'a' as const, usernames: [anna.username] },
    response: {
      ...open,
      signedUp: [1, 0],
      players: { a: [player], b: [] },
      own: { ...own, ordered: ['a' as const] },
    },
  },
  startMatch: { response: { ...open, agreedToStart: ['a' as const] } },
  listMissingFromMatch: { response: onePage(cato) },
  remindOfMatch: {
    body: { club: club.slug },
    response: { ...open, own: { ...own, reminded: [club.slug] } },
  },
}
