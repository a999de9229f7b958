import { favouriteSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { runningGamesOf } from '../../play/results/running-games.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const favouriteRowSchema = favouriteSchema
  .omit({ challenges: true })
  .extend({ id: z.int(), createdAt: z.date() })
export type FavouriteRow = z.output<typeof favouriteRowSchema>

interface FavouritesQuery {
  playerId: number
  favouriteId?: number | undefined
  beforeId?: number | undefined
  limit: number
}

/** A player's favourites, newest first. */
export const readFavourites = (
  db: Db,
  { playerId, favouriteId, beforeId, limit }: FavouritesQuery,
  at: Date,
): Promise<FavouriteRow[]> =>
  readRows(
    db,
    favouriteRowSchema,
    Prisma.sql`
      WITH running AS MATERIALIZED (
        SELECT opponent_id, count(*)::int AS count FROM ${runningGamesOf(Prisma.sql`${playerId}::int`)} g GROUP BY opponent_id
      )
      SELECT f.id, ${playerColumns('player')}, f.created_at AS "createdAt",
        EXISTS (SELECT FROM availability WHERE player_id = player.id AND until > ${at}::timestamptz) AS ready,
        coalesce(running.count, 0) AS "runningGames"
      FROM favourites f JOIN players player ON player.id = f.favourite_id
        LEFT JOIN running ON running.opponent_id = f.favourite_id
      WHERE f.player_id = ${playerId}
        ${favouriteId === undefined ? Prisma.empty : Prisma.sql`AND f.favourite_id = ${favouriteId}`}
        ${beforeId === undefined ? Prisma.empty : Prisma.sql`AND f.id < ${beforeId}`}
      ORDER BY f.id DESC LIMIT ${limit}`,
  )

/** Adds a favourite, unless the player has `max` already or has blocked the other. Two at once may exceed `max`. */
export async function insertFavourite(
  db: Db,
  {
    playerId,
    favouriteId,
    createdAt,
    max,
  }: { playerId: number; favouriteId: number; createdAt: Date; max: number },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO favourites (player_id, favourite_id, created_at)
    SELECT ${playerId}::int, ${favouriteId}::int, ${createdAt}::timestamptz
    WHERE (SELECT count(*) FROM favourites WHERE player_id = ${playerId}) < ${max}
      AND NOT EXISTS (SELECT FROM blocks WHERE player_id = ${playerId} AND blocked_id = ${favouriteId})
    ON CONFLICT DO NOTHING`
}
