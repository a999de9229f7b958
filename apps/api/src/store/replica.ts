import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@tegenzet/db'
import { onlyRow } from '@tegenzet/db'
import { type Db, openStore } from './transaction.ts'

/** A copy of the database that may lag behind. */
export interface Replica {
  /** The handle for reading from it. null: it lags too far behind or does not answer. */
  readonly db: Db | null
  close(): Promise<void>
}

interface Log {
  info(message: string): void
  warn(fields: { err: unknown }, message: string): void
}

const CHECK_EVERY_MS = 1000

/**
 * Measures how far a replica lags behind: once a second it reads the primary's position in the write-ahead log. The replica
 * is used while it has reached a position that is younger than `maxLagMs`. The time of its last transaction would not do,
 * because it grows old when nothing is written.
 */
export function followReplica(
  primary: Pick<Database, 'pool'>,
  replica: Database,
  { maxLagMs, log }: { maxLagMs: number; log: Log },
): Replica {
  const db = openStore(replica, { appended() {}, revoked() {} })
  const closing = new AbortController()
  /** The replica has everything from before this time. */
  let completeUntil = Number.NEGATIVE_INFINITY
  /** null: not known yet. */
  let isUsed: boolean | null = null

  async function follow(): Promise<void> {
    let goal: { lsn: string; at: number } | null = null
    while (!closing.signal.aborted) {
      let failure: unknown
      try {
        const at = performance.now()
        goal ??= { lsn: await read(primary, 'SELECT pg_current_wal_lsn()::text AS value', []), at }
        if (await read(replica, 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS value', [goal.lsn])) {
          completeUntil = goal.at
          goal = null
        }
      } catch (error) {
        goal = null
        failure = error
      }
      if (isUsed !== isFresh()) {
        isUsed = isFresh()
        if (isUsed) log.info('the replica is used')
        else log.warn({ err: failure }, 'the replica lags or is away: reads go to the primary')
      }
      await sleep(CHECK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const isFresh = () => performance.now() - completeUntil < maxLagMs
  const following = follow()
  return {
    get db() {
      return isFresh() ? db : null
    },
    async close() {
      closing.abort()
      await following
      await replica.close()
    },
  }
}

async function read<T>({ pool }: Pick<Database, 'pool'>, sql: string, values: string[]): Promise<T> {
  const answer = await pool.query<{ value: T }>(sql, values)
  return onlyRow(answer).value
}
