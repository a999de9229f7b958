import { trustedMove, trustedPosition } from '@tegenzet/rules'
import { game } from '../games/examples.ts'
import type { Game, GamePosition } from '../games/schemas.ts'
import { anna, cato } from '../people/example-players.ts'
import type { Claim, ClaimReview, ClaimStakes, Warning } from './schemas.ts'

/** The same game later, after a threefold repetition. */
const repeated: Game = {
  ...game,
  status: 'claimed',
  version: 34,
  ply: 32,
  moveNumber: 17,
  position: trustedPosition('w.w/.b./.w./bw..bw/.b./.w./b.b w 0 0 8 17'),
  lastMove: trustedMove('d3-d2'),
  deadline: null,
  clocks: { ...game.clocks, stoppedBy: ['claim'] },
  openClaim: { id: 9, by: 'white' },
  updatedAt: '2026-12-18T16:20:00.000Z',
}

export const claim: Claim = {
  id: 9,
  game: game.id,
  by: 'white',
  ply: repeated.ply,
  ground: 'repetition',
  positions: [24, 28, 32],
  intendedMove: null,
  offer: null,
  text: 'The same position for the third time.',
  state: 'open',
  evidence: { holds: true, findings: [{ code: 'positions-same', params: { positions: [24, 28, 32] } }] },
  verdict: null,
  createdAt: repeated.updatedAt,
  closedAt: null,
}
export const claimed = { claim, game: repeated }

const drawn: Game = {
  ...repeated,
  status: 'finished',
  version: 35,
  turn: null,
  clocks: { ...repeated.clocks, stoppedBy: [] },
  openClaim: null,
  outcome: { winner: null, reason: 'repetition' },
  updatedAt: '2026-12-19T10:00:00.000Z',
  endedAt: '2026-12-19T10:00:00.000Z',
}
export const upheld: { claim: Claim; game: Game } = {
  claim: {
    ...claim,
    state: 'upheld',
    verdict: { by: cato, reason: 'Positions 24, 28 and 32 are the same.', at: drawn.updatedAt },
    closedAt: drawn.updatedAt,
  },
  game: drawn,
}
export const withdrawn: { claim: Claim; game: Game } = {
  claim: { ...claim, state: 'withdrawn', closedAt: drawn.updatedAt },
  game: {
    ...repeated,
    status: 'active',
    version: 35,
    deadline: '2026-12-22T16:20:00.000Z',
    // it is Saturday, anna's day off
    clocks: { ...game.clocks, white: { remainingMs: 235_200_000 }, stoppedBy: ['day-off'] },
    openClaim: null,
    updatedAt: drawn.updatedAt,
  },
}
export const claimAgreed: Game = { ...drawn, outcome: { winner: null, reason: 'agreement' } }

export const queuedClaim = { ...claimed, mayRule: true, exact: null }

const repeatedAt = (ply: number, occurrence: number, sameAs: number[]): GamePosition => ({
  ply,
  number: `${ply / 2}b`,
  position: trustedPosition(`w.w/.b./.w./bw..bw/.b./.w./b.b w 0 0 ${occurrence * 4 - 4} ${ply / 2 + 1}`),
  occurrence,
  sameAs,
  quiet: occurrence * 4 - 4,
})
export const claimReview: ClaimReview = {
  ...queuedClaim,
  positions: [repeatedAt(24, 1, []), repeatedAt(28, 2, [24]), repeatedAt(32, 3, [24, 28])],
  moves: ['d5-e5', 'd3-d2', 'e5-d5', 'd2-d3', 'd5-e5', 'd3-d2', 'e5-d5', 'd2-d3'].map((move, i) => ({
    ply: 25 + i,
    number: `${13 + Math.floor(i / 2)}${i % 2 ? 'b' : 'w'}`,
    move: trustedMove(move),
    playedAt: `2026-12-${10 + i}T08:00:00.000Z`,
  })),
  quiet: null,
  offer: null,
  messages: [],
  parties: {
    white: { language: 'nl', claims: [], warnings: [], allWarnings: [] },
    black: { language: 'de', claims: [], warnings: [], allWarnings: [] },
  },
}

const outlook = (place: number, points: number) => ({ place, points, advances: false, relegated: false })
export const claimStakes: ClaimStakes = {
  stage: 1,
  group: 1,
  running: 3,
  drawDecides: false,
  players: [
    {
      user: game.white,
      outlook: {
        open: outlook(1, 1),
        draw: outlook(1, 1.5),
        white: outlook(1, 2),
        black: outlook(1, 1),
      },
    },
    {
      user: game.black,
      outlook: {
        open: outlook(2, 0),
        draw: outlook(2, 0.5),
        white: outlook(2, 0),
        black: outlook(1, 1),
      },
    },
  ],
}

export const warning: Warning = {
  id: 3,
  player: anna,
  game: game.id,
  claim: claim.id,
  by: cato,
  reason: 'Positions 24 and 28 differ: black has one stone fewer.',
  at: drawn.updatedAt,
}
