import { type GameRecord, gameRecordSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** Gifts of time, in order. */
export type Gifts = GameRecord['gifts']

const giftsRow = z.object({ game: z.int(), gifts: gameRecordSchema.shape.gifts })

/** The gifts in games, by game. Games without any are left out. */
export async function readGifts(db: Db, games: readonly { id: number }[]): Promise<Map<number, Gifts>> {
  const rows = await readRows(
    db,
    giftsRow,
    Prisma.sql`
      SELECT game_id AS game, json_agg(json_build_object('ply', ply, 'by', by, 'days', days) ORDER BY id) AS gifts
      FROM messages WHERE game_id = ANY(${games.map(({ id }) => id)}::int[]) AND days IS NOT NULL GROUP BY game_id`,
  )
  return new Map(rows.map(({ game, gifts }) => [game, gifts]))
}

/** How often a side has given its opponent time. */
export const countGifts = (db: Db, gameId: number, by: Side): Promise<number> =>
  db.message.count({ where: { gameId, by, days: { not: null } } })

/** The days that a side has given its opponent in all. */
export const daysGiven = (gifts: Gifts, by: Side): number =>
  gifts.reduce((sum, gift) => (gift.by === by ? sum + gift.days : sum), 0)
