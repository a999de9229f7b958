import { Prisma } from '@tegenzet/db'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Change } from './change.ts'
import { isOverdue, retimeClocks } from './clock.ts'
import type { GameRow } from './game.ts'
import { readGames } from './read-games.ts'
import { changeGames } from './write-games.ts'

/**
 * Recomputes the deadlines of a player's running games after a change of vacations. Runs in the transaction that
 * changed them and locks the games, so that no move comes in between. Overdue games are left to the sweep.
 * @param by the player who caused it; null: the server
 */
export async function retimeGames(tx: Tx, playerId: number, now: Date, by: number | null): Promise<void> {
  const ids = await lockRunningGames(tx, playerId)
  if (ids.length === 0) return
  const games = await readGames(tx, ids)
  const writes = games.flatMap((before) => {
    const change = retimed(before, now)
    return change ? [{ before, change, by, at: now }] : []
  })
  await changeGames(tx, writes)
}

/** New deadlines after a change of vacations. null: the game is overdue. */
export const retimed = (game: GameRow, now: Date): Change | null =>
  isOverdue(game, now) ? null : { set: retimeClocks(game, now) }

/** Locks in one order, so that two players of the same games cannot deadlock. */
const lockRunningGames = (tx: Tx, playerId: number): Promise<number[]> =>
  readIds(
    tx,
    Prisma.sql`
      SELECT id FROM games
      WHERE id IN (SELECT g.id FROM ${runningGamesOf(playerId)} WHERE g.vacation) AND status IN ('active', 'claimed')
      ORDER BY id FOR NO KEY UPDATE`,
  )
