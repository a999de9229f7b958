import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { lastRun } from '../../jobs/since-last-run.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db, Tx } from '../../store/transaction.ts'
import { recordTop } from './record-top.ts'

const gameSchema = z.object({
  id: z.int(),
  challenger: z.int(),
  challenged: z.int(),
  begunAt: z.date(),
  challengerWon: z.boolean(),
})

/** The steps of ladders, as a row of `leases`. */
export const LADDER_STEPS = 'ladder-steps'

/**
 * The ended games of ladders whose results are to be applied, named `l` and `g`. OFFSET keeps Postgres from looking at each
 * game that goes on.
 */
export const toSettle = (since: Date): Prisma.Sql => Prisma.sql`(
    SELECT * FROM games WHERE ladder AND ended_at IS NOT NULL AND ended_at >= ${since}::timestamptz OFFSET 0
  ) g JOIN ladder_games l ON l.game_id = g.id AND l.settled_at IS NULL`

/**
 * Applies the results of the ended games of a ladder, in the order in which they ended. The caller holds the lock of the
 * ladder, so each result counts once.
 */
export async function settleGames(tx: Tx, rules: RuleSetId, at: Date): Promise<void> {
  const since = await lastRun(tx, LADDER_STEPS, at)
  const games = await readRows(
    tx,
    gameSchema,
    Prisma.sql`
      SELECT g.id, l.challenger_id AS challenger, l.challenged_id AS challenged, l.begun_at AS "begunAt",
        coalesce(CASE g.winner WHEN 'white' THEN g.white_id WHEN 'black' THEN g.black_id END = l.challenger_id, false)
          AS "challengerWon"
      FROM ${toSettle(since)} WHERE l.rules = ${rules} ORDER BY g.ended_at, g.id`,
  )
  for (const game of games) {
    if (game.challengerWon) await applyWin(tx, rules, game)
    await tx.ladderGame.update({
      where: { gameId: game.id },
      data: { settledAt: at },
      select: { gameId: true },
    })
  }
  if (games.length > 0) await recordTop(tx, rules, at)
}

/** The challenger takes the challenged player's place, if that is above. Everybody between moves down one. */
async function applyWin(
  db: Db,
  rules: RuleSetId,
  { challenger, challenged, begunAt }: z.output<typeof gameSchema>,
): Promise<void> {
  // a player who has left and joined again has given up the place that was played for
  const entries = await db.ladderEntry.findMany({
    where: { rules, playerId: { in: [challenger, challenged] }, enteredAt: { lte: begunAt } },
    select: { playerId: true, place: true },
    orderBy: { place: 'asc' },
  })
  const [above, below] = entries
  if (!above || !below || above.playerId === challenger) return
  await db.$executeRaw`
    UPDATE ladder_entries SET place = CASE player_id WHEN ${challenger} THEN ${above.place} ELSE place + 1 END
    WHERE rules = ${rules} AND place BETWEEN ${above.place} AND ${below.place}`
}
