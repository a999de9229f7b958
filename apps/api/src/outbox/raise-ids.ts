import { type Db, inTransaction } from '../store/transaction.ts'
import { idAt, makePartitions } from './event-partitions.ts'

/** The ids that clients remember, to skip what they already know. */
const SEQUENCES = ['events_id_seq', 'deliveries_id_seq']
/** Keeps processes that start at once from lowering each other's value. An arbitrary number. */
const LOCK = 7_462_912

/**
 * Raises the ids of events and webhook calls above all that an earlier run can have given out. Otherwise, after a restore,
 * ids from after the backup would be given out again, and clients would skip the new events. Makes the partitions of
 * events for these ids first.
 */
export const raiseIds = (db: Db, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`
    await makePartitions(tx, now)
    const least = idAt(now.getTime())
    for (const sequence of SEQUENCES)
      await tx.$executeRaw`
        SELECT setval(${sequence}::regclass, ${least})
        WHERE coalesce(pg_sequence_last_value(${sequence}::regclass), 0) < ${least}`
  })
