import { isDayOff } from '@tegenzet/clocks'
import type { ClockStopper, Game } from '@tegenzet/contract'
import { moveNumber, type Side } from '@tegenzet/rules'
import { isOverdue, vacationAt } from './clock.ts'
import type { GameRow } from './game.ts'

/**
 * The game as calls and events show it.
 * @param now for an answer to a call. null: right after a change, as events have it; no change is after the deadline.
 */
export function gameView(game: GameRow, now: Date | null): Game {
  const { white, black, createdAt, updatedAt, endedAt, deadline, reason } = game
  return {
    id: game.id,
    rules: game.rules,
    rulesRevision: game.rulesRevision,
    status: game.status,
    version: game.version,
    white,
    black,
    turn: game.turn,
    ply: game.ply,
    // the number of the next move, as in the position notation
    moveNumber: moveNumber(game.ply + 1),
    position: game.position,
    lastMove: game.lastMove,
    clock: game.clock,
    vacation: game.vacation,
    timeouts: game.timeouts,
    provenDraws: game.provenDraws,
    schedules: game.schedules,
    away: { white: away(game, 'white'), black: away(game, 'black') },
    deadline: deadline?.toISOString() ?? null,
    ...(now && isOverdue(game, now) && { overdue: true }),
    clocks: {
      white: { remainingMs: game.whiteRemainingMs },
      black: { remainingMs: game.blackRemainingMs },
      stoppedBy: stoppedBy(game),
    },
    drawOffer: game.drawOffer,
    openClaim: game.openClaim,
    outcome: reason && { winner: game.winner, reason },
    rated: game.rated,
    ratings: game.ratings,
    tournament: game.tournament,
    ladder: game.ladder,
    match: game.match,
    ...(game.assisted && { assisted: true }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** The remaining times as of the last change, so that a version of a game never looks different. */
function away(game: GameRow, side: Side): Game['away']['white'] {
  const vacation = game.turn && vacationAt(game, side, game.updatedAt)
  return vacation ? { until: new Date(vacation.until).toISOString() } : null
}

function stoppedBy(game: GameRow): ClockStopper[] {
  if (game.openClaim) return ['claim']
  const { turn, schedules, updatedAt } = game
  if (!turn) return []
  const stoppers: ClockStopper[] = []
  if (vacationAt(game, turn, updatedAt)) stoppers.push('vacation')
  if (isDayOff(updatedAt.getTime(), schedules[turn])) stoppers.push('day-off')
  return stoppers
}
