import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { noteChange } from '../games/recent-changes.ts'
import { inOrder } from './change-game.ts'
import type { Clocks } from './clock.ts'
import { type GameRow, gameView } from './game-store.ts'

/** In one statement. */
const BATCH = 200

/** A game as it was read, and the clocks it has from now on. */
export interface Retimed {
  before: GameRow
  clocks: Clocks
}

/**
 * Writes the clocks of many games, each with its event and only where it still is as it was read: for what happens outside
 * of games and moves their deadlines. Each has a new version, also where nothing shows: whoever was about to write by
 * what they had read reads it again.
 * @param by the player who caused it; null: the server
 * @returns the numbers of the games that were changed
 */
export async function writeClocks(
  deps: Deps,
  games: readonly Retimed[],
  now: Date,
  by: number | null,
): Promise<number[]> {
  const changed: number[] = []
  for (let first = 0; first < games.length; first += BATCH) {
    const written = await writeBatch(deps, games.slice(first, first + BATCH), now, by)
    for (const { eventId, after } of written) {
      const game = gameView(after)
      noteChange(deps.database, game.id)
      deps.live.announce({ id: Number(eventId), type: 'game', game }, [game.white.id, game.black.id])
      changed.push(game.id)
    }
  }
  return changed
}

async function writeBatch(
  { database: { prisma } }: Deps,
  games: readonly Retimed[],
  now: Date,
  by: number | null,
): Promise<{ eventId: bigint; after: GameRow }[]> {
  const afters = games.map(
    ({ before, clocks }): GameRow => ({ ...before, ...clocks, version: before.version + 1, updatedAt: now }),
  )
  const told = await prisma.$queryRaw<{ id: bigint; gameId: number }[]>`
    WITH retimed AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(afters.map(rowOf))}::jsonb) AS r (
        id int, version int, since timestamptz, deadline timestamptz, white bigint, black bigint, players int[],
        view jsonb)
    ), changed AS (
      UPDATE games g SET version = r.version, clock_since = r.since, deadline = r.deadline,
        white_remaining_ms = r.white, black_remaining_ms = r.black, updated_at = ${now}::timestamptz
      FROM retimed r WHERE g.id = r.id AND g.version = r.version - 1
      RETURNING g.id
    )
    INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at, tx)
    SELECT 'game', r.id, r.version, r.players, ${by}::int, r.view, ${now}::timestamptz,
      ${inOrder(Prisma.sql`r.id`)}
    FROM changed JOIN retimed r ON r.id = changed.id ORDER BY r.id
    RETURNING id, game_id AS "gameId"`
  return told.map(({ id, gameId }) => ({ eventId: id, after: afters.find((game) => game.id === gameId)! }))
}

const rowOf = (game: GameRow) => ({
  id: game.id,
  version: game.version,
  since: game.clockSince,
  deadline: game.deadline,
  white: game.whiteRemainingMs,
  black: game.blackRemainingMs,
  players: [game.white.id, game.black.id],
  view: gameView(game),
})
