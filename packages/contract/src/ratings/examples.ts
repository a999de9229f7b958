import { resigned } from '../games/examples.ts'
import { anna, bram } from '../people/example-players.ts'
import type { PlayerRating, RankedPlayer, RatedGame, UnusualRun } from './schemas.ts'

const endedAt = '2026-11-22T19:40:00.000Z'
const values = { rating: 1612.4079184, deviation: 78.2915006 }

const rating: PlayerRating = {
  rules: 'molenspel',
  ...values,
  volatility: 0.0899731,
  games: 23,
  provisional: false,
  lastGameAt: endedAt,
  best: 1648.0172935,
}
const ratedGame: RatedGame = { game: resigned.id, endedAt, opponent: bram, score: 0, ...values }
const rankedPlayer: RankedPlayer = { place: 1, user: anna, ...values, games: rating.games }
const run: UnusualRun = {
  winner: anna,
  loser: bram,
  games: 4,
  points: 61.3072204,
  lastGameAt: endedAt,
  lastGames: [resigned.id],
}

export const RATING_EXAMPLES = {
  listRatings: { response: { items: [rating] } },
  listRatingHistory: { response: { items: [ratedGame], nextCursor: null } },
  getLeaderboard: {
    response: {
      items: [rankedPlayer],
      nextCursor: null,
      provisional: [{ user: bram, rating: 1581.3320174, deviation: 163.0275512, games: 4 }],
      own: { place: 1, ...values, games: rating.games, provisional: false },
    },
  },
  listUnusualRuns: { response: { items: [run] } },
  getStakes: { response: { win: 7.2051439, draw: -1.3660248, loss: -9.9371935 } },
}
