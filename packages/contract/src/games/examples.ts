import { ruleSet, trustedMove, trustedPosition } from '@tegenzet/rules'
import { anna, annaSchedule, bram, bramSchedule } from '../people/example-players.ts'
import type { Game, GameMove, GamePosition } from './schemas.ts'

/** After 1. d6 f4 2. d2 b4. */
export const game: Game = {
  id: 353379,
  rules: 'molenspel',
  rulesRevision: 1,
  status: 'active',
  version: 4,
  white: anna,
  black: bram,
  turn: 'white',
  ply: 4,
  moveNumber: 3,
  position: trustedPosition('.../.w./.../.b..b./.../.w./... w 7 7 4 3'),
  lastMove: trustedMove('b4'),
  clock: { kind: 'per-move', days: 3 },
  vacation: true,
  timeouts: 'automatic',
  provenDraws: false,
  schedules: { white: annaSchedule, black: bramSchedule },
  away: { white: null, black: null },
  deadline: '2026-11-25T08:15:00.000Z',
  clocks: { white: { remainingMs: 259_200_000 }, black: { remainingMs: 259_200_000 }, stoppedBy: [] },
  drawOffer: null,
  openClaim: null,
  outcome: null,
  rated: false,
  ratings: null,
  tournament: null,
  ladder: false,
  match: null,
  createdAt: '2026-11-20T18:05:00.000Z',
  updatedAt: '2026-11-22T08:15:00.000Z',
  endedAt: null,
}

export const newGame: Game = {
  ...game,
  version: 0,
  ply: 0,
  moveNumber: 1,
  position: trustedPosition('.../.../.../....../.../.../... w 9 9 0 1'),
  lastMove: null,
  deadline: '2026-11-24T18:05:00.000Z',
  updatedAt: game.createdAt,
}

/** After 3. d5. */
export const afterMove: Game = {
  ...game,
  version: 5,
  turn: 'black',
  ply: 5,
  position: trustedPosition('.../.w./.w./.b..b./.../.w./... b 6 7 5 3'),
  lastMove: trustedMove('d5'),
  deadline: '2026-11-25T19:40:00.000Z',
  updatedAt: '2026-11-22T19:40:00.000Z',
}

const ended = (status: Game['status'], outcome: Game['outcome']): Game => ({
  ...game,
  status,
  version: game.version + 1,
  turn: null,
  deadline: null,
  outcome,
  updatedAt: '2026-11-22T19:40:00.000Z',
  endedAt: '2026-11-22T19:40:00.000Z',
})
export const resigned = ended('finished', { winner: 'black', reason: 'resignation' })
export const agreed = ended('finished', { winner: null, reason: 'agreement' })
export const cancelled: Game = {
  ...ended('cancelled', null),
  ply: 1,
  moveNumber: 1,
  position: trustedPosition('.../.w./.../....../.../.../... b 8 9 1 1'),
  lastMove: trustedMove('d6'),
}

export const moves: GameMove[] = [
  { ply: 1, number: '1w', move: trustedMove('d6'), playedAt: '2026-11-20T18:30:00.000Z' },
  { ply: 2, number: '1b', move: trustedMove('f4'), playedAt: '2026-11-21T07:50:00.000Z' },
  { ply: 3, number: '2w', move: trustedMove('d2'), playedAt: '2026-11-21T21:12:00.000Z' },
  { ply: 4, number: '2b', move: trustedMove('b4'), playedAt: '2026-11-22T08:15:00.000Z' },
]

export const positions: GamePosition[] = [
  { ply: 0, number: '0', position: newGame.position, occurrence: 1, sameAs: [], quiet: 0 },
  { ply: 1, number: '1w', position: cancelled.position, occurrence: 1, sameAs: [], quiet: 1 },
  {
    ply: 2,
    number: '1b',
    position: trustedPosition('.../.w./.../....b./.../.../... w 8 8 2 2'),
    occurrence: 1,
    sameAs: [],
    quiet: 2,
  },
  {
    ply: 3,
    number: '2w',
    position: trustedPosition('.../.w./.../....b./.../.w./... b 7 8 3 2'),
    occurrence: 1,
    sameAs: [],
    quiet: 3,
  },
  { ply: 4, number: '2b', position: game.position, occurrence: 1, sameAs: [], quiet: 4 },
]

export const record = `Game: 353379
Rules: ${ruleSet(game.rules).names.en} (${game.rules}, revision ${game.rulesRevision})
White: anna
Black: bram
Date: 2026-11-20T18:05:00.000Z
Clock: 3 days a move
Result: running

1. d6 f4 2. d2 b4
`
