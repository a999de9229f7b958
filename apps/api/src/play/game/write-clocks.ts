import { Prisma } from '@tegenzet/db'
import { changeAndAppend } from '../../outbox/append.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Clocks } from './clock.ts'
import type { GameRow } from './game.ts'
import { gameView } from './game-view.ts'

const GAMES_PER_STATEMENT = 200

/** A game as read, with its new clocks. */
export interface Retimed {
  before: GameRow
  clocks: Clocks
}

/**
 * Writes the clocks of many games with their events, each only if the game still has the version that was read. Every
 * game gets a new version even if nothing visible changed, so that a concurrent command reads the new deadline.
 * @param by the player who caused it; null: the server
 * @returns the ids of the games that were changed
 */
export async function writeClocks(
  tx: Tx,
  games: readonly Retimed[],
  now: Date,
  by: number | null,
): Promise<number[]> {
  const changed: number[] = []
  for (let first = 0; first < games.length; first += GAMES_PER_STATEMENT) {
    const afters = games
      .slice(first, first + GAMES_PER_STATEMENT)
      .map(({ before, clocks }) => ({ ...before, ...clocks, version: before.version + 1, updatedAt: now }))
    const events = afters.map((after) => ({
      event: { type: 'game' as const, game: gameView(after, null) },
      playerIds: [after.white.id, after.black.id],
    }))
    const appended = await changeAndAppend(tx, newClocks(afters, now), events, { by, at: now })
    for (const { event } of appended) if (event.type === 'game') changed.push(event.game.id)
  }
  return changed
}

const newClocks = (games: readonly GameRow[], now: Date): Prisma.Sql => Prisma.sql`retimed AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(games.map(clockColumns))}::jsonb) AS r (
        id int, version int, since timestamptz, deadline timestamptz, white bigint, black bigint)
    ), changed AS (
      UPDATE games g SET version = r.version, clock_since = r.since, deadline = r.deadline,
        white_remaining_ms = r.white, black_remaining_ms = r.black, updated_at = ${now}::timestamptz
      FROM retimed r WHERE g.id = r.id AND g.version = r.version - 1
      RETURNING g.id
    )`

const clockColumns = (game: GameRow) => ({
  id: game.id,
  version: game.version,
  since: game.clockSince,
  deadline: game.deadline,
  white: game.whiteRemainingMs,
  black: game.blackRemainingMs,
})
