import type { Interval } from '@tegenzet/clocks'
import type { Clock, Game, Player, Schedule } from '@tegenzet/contract'
import { decodePosition, type RuleSetId, ruleSet, type Side, startPosition } from '@tegenzet/rules'
import type { Tx } from '../../store/transaction.ts'
import { startClocks } from './clock.ts'
import type { GameRow } from './game.ts'
import { gameView } from './game-view.ts'

export interface GameTerms {
  rules: RuleSetId
  rulesRevision: number
  clock: Clock
  /** Whether vacations stop clocks. */
  vacation: boolean
  rated: boolean
}

export interface StartingPlayer {
  player: Player
  schedule: Schedule
  /** Vacations that are not over. */
  vacations: Interval[]
}

/** Writes a new game with its first position. The caller appends the event. */
export async function startGame(
  tx: Tx,
  { rules, rulesRevision, clock, vacation, rated }: GameTerms,
  { white, black }: Record<Side, StartingPlayer>,
  now: Date,
): Promise<Game> {
  const counted = vacation ? { white: white.vacations, black: black.vacations } : { white: [], black: [] }
  const timing = { clock, schedules: { white: white.schedule, black: black.schedule }, vacations: counted }
  const ruleset = ruleSet(rules, rulesRevision)
  const game: GameRow = {
    ...{ id: 0, rules, rulesRevision, status: 'active', version: 0, turn: 'white', ply: 0 },
    ...{ white: white.player, black: black.player, vacation, ...timing },
    ...{ position: startPosition(ruleset), lastMove: null, rated, ratings: null },
    ...startClocks(timing, now),
    ...{ winner: null, reason: null, drawOffer: null, openClaim: null, createdAt: now, updatedAt: now },
    endedAt: null,
  }
  const { position, clockSince, deadline, whiteRemainingMs, blackRemainingMs } = game
  const { id } = await tx.game.create({
    data: {
      ...{ rules, rulesRevision, clock, vacation, rated, position, clockSince, deadline },
      ...{ whiteId: white.player.id, blackId: black.player.id },
      ...{ whiteSchedule: white.schedule, blackSchedule: black.schedule },
      ...{ whiteRemainingMs, blackRemainingMs, turnMs: whiteRemainingMs, createdAt: now, updatedAt: now },
      positions: {
        create: { ply: 0, position, occurrence: 1, quiet: decodePosition(ruleset, position).quiet },
      },
    },
    select: { id: true },
  })
  return gameView({ ...game, id })
}
