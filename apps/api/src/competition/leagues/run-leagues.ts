import { tryEach } from '../../jobs/try-each.ts'
import type { Db } from '../../store/transaction.ts'
import { finishSeasons } from './finish-seasons.ts'
import { startSeasons } from './start-seasons.ts'

/**
 * Ends and starts the seasons whose time has come. Each step is a transaction that finds out under a lock whether it is
 * still due, so that several processes may do this at once and a crash repeats or skips nothing.
 */
export async function runLeagues(db: Db, at: Date): Promise<void> {
  await tryEach([finishSeasons, startSeasons], (step) => step(db, at))
}
