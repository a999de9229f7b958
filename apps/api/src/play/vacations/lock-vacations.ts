import type { VacationModel } from '@tegenzet/db'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import type { Db, Tx } from '../../store/transaction.ts'

/**
 * Locks a player's vacations, so that one transaction at a time changes them.
 * @returns those that are not over at `at`, the next one first
 */
export async function lockVacations(tx: Tx, playerId: number, at: Date): Promise<VacationModel[]> {
  await lockPlayer(tx, playerId)
  return tx.vacation.findMany({ where: { playerId, until: { gt: at } }, orderBy: { from: 'asc' } })
}

/** A game that is about to begin reads the vacations again (`accept-challenge.ts`). */
export async function raiseVacationsVersion(db: Db, playerId: number): Promise<void> {
  await db.player.update({ where: { id: playerId }, data: { vacationsVersion: { increment: 1 } } })
}

/** Long, because a bot may have thousands of running games, which all get a new version. */
export const TIMEOUT_MS = 2 * 60_000
