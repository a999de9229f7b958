import type { Tx } from '../store/transaction.ts'

/**
 * Lets restored events come before all new ones: a database restored into another Postgres numbers its transactions anew.
 * Anywhere else this changes nothing.
 */
export const renumberRestored = (tx: Tx): Promise<number> =>
  tx.$executeRaw`UPDATE events SET tx = pg_current_xact_id() WHERE tx > pg_current_xact_id()`
