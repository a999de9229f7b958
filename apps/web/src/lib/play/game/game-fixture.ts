import type { Game } from '@tegenzet/contract'
import { type Position, replay, ruleSet, trustedMove } from '@tegenzet/rules'

const ALWAYS = { timezone: 'UTC', daysOff: [], quietHours: null }
const START = '2026-11-20T12:00:00.000Z'

/** A game for tests: anna plays white against bram. Its version increases with every move. */
export function gameAfter(moves: readonly string[], change: Partial<Game> = {}): Game {
  const trusted = moves.map(trustedMove)
  const played = replay(ruleSet('muehle'), trusted)
  if (!played.ok) throw new Error(played.error.message)
  return {
    id: 100001,
    rules: 'muehle',
    rulesRevision: 1,
    status: 'active',
    version: moves.length + 1,
    white: { id: 1, username: 'anna', kind: 'human' },
    black: { id: 2, username: 'bram', kind: 'human' },
    turn: moves.length % 2 === 0 ? 'white' : 'black',
    ply: moves.length,
    moveNumber: Math.floor(moves.length / 2) + 1,
    position: played.value.positions.at(-1) as Position,
    lastMove: trusted.at(-1) ?? null,
    clock: { kind: 'per-move', days: 3 },
    vacation: true,
    timeouts: 'automatic',
    provenDraws: false,
    schedules: { white: ALWAYS, black: ALWAYS },
    away: { white: null, black: null },
    deadline: '2026-11-23T12:00:00.000Z',
    clocks: { white: { remainingMs: 1 }, black: { remainingMs: 1 }, stoppedBy: [] },
    drawOffer: null,
    openClaim: null,
    outcome: null,
    rated: false,
    ratings: null,
    tournament: null,
    ladder: false,
    match: null,
    createdAt: START,
    updatedAt: START,
    endedAt: null,
    ...change,
  }
}
