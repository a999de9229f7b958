import type { Claim, Clock, DrawOffer, Schedule } from '@tegenzet/contract'
import {
  type Move,
  type RuleSetId,
  replay,
  ruleSet,
  type Side,
  sideOfPly,
  trustedMove,
} from '@tegenzet/rules'
import type { GameRow } from '../../src/play/game/game.ts'
import type { OwnGame } from '../../src/play/game/on-game.ts'
import { newGame } from '../../src/play/game/start-game.ts'

// Games for the tests of decisions, without a database.

export const NOW = new Date('2026-11-25T12:00:00Z')
export const HOUR = 3_600_000
export const after = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR)

const CLOCK: Clock = { kind: 'per-move', days: 3 }
const SCHEDULE: Schedule = { timezone: 'UTC', daysOff: [], quietHours: null }
const player = (id: number, username: string) => ({
  player: { id, username, kind: 'human' as const },
  schedule: SCHEDULE,
  vacations: [],
})

/** A running game after these moves, the last of which was played at `NOW`. */
export function gameRow({
  rules = 'muehle',
  moves = [],
  ...changed
}: Partial<Omit<GameRow, 'rules'>> & { rules?: RuleSetId; moves?: string[] } = {}): GameRow {
  const { revision } = ruleSet(rules)
  const terms = {
    rules,
    rulesRevision: revision,
    clock: CLOCK,
    vacation: true,
    provenDraws: false,
    rated: false,
  }
  const start = newGame(terms, { white: player(1, 'anna'), black: player(2, 'bram') }, NOW)
  const played = replay(ruleSet(rules), moves.map(trustedMove))
  if (!played.ok) throw new Error(played.error.message)
  const ply = moves.length
  return {
    ...start,
    id: 7,
    ply,
    version: ply,
    position: played.value.positions[ply]!,
    lastMove: (moves.at(-1) as Move | undefined) ?? null,
    turn: sideOfPly(ply + 1),
    ...changed,
  }
}

export const own = (game: GameRow, side: Side = game.turn!): OwnGame => ({ game, side })

export const offerBy = (by: Side, changed: Partial<DrawOffer> = {}): DrawOffer => ({
  id: 3,
  game: 7,
  by,
  ply: 0,
  state: 'open',
  createdAt: NOW.toISOString(),
  expiresAt: after(24).toISOString(),
  closedAt: null,
  ...changed,
})

/** A claim of threefold repetition, filed at `NOW`. */
export const claimBy = (by: Side, changed: Partial<Claim> = {}): Claim =>
  ({
    id: 5,
    game: 7,
    by,
    ply: 4,
    ground: 'repetition',
    positions: [0, 2, 4],
    intendedMove: null,
    offer: null,
    text: null,
    evidence: { holds: true },
    state: 'open',
    verdict: null,
    createdAt: NOW.toISOString(),
    closedAt: null,
    ...changed,
  }) as Claim
