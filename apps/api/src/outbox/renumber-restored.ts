import type { Db } from '../store/transaction.ts'

/**
 * Moves restored events before all new ones: another Postgres server numbers its transactions from the start. Changes
 * nothing if the database was not restored.
 */
export const renumberRestored = (db: Db): Promise<number> =>
  db.$executeRaw`UPDATE events SET tx = pg_current_xact_id() WHERE tx > pg_current_xact_id()`
