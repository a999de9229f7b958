import { type Db, inTransaction, isTransaction } from './transaction.ts'

/**
 * Runs work whose commit does not wait for the disk: a power cut may lose it. For what is written every few seconds and
 * soon written again. In a transaction it commits with that.
 */
export const withoutSync = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  isTransaction(db)
    ? work(db)
    : inTransaction(db, async (tx) => {
        await tx.$executeRaw`SET LOCAL synchronous_commit = off`
        return work(tx)
      })
