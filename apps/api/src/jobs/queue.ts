import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '@tegenzet/db'
import { fromPrisma, PgBoss } from 'pg-boss'
import type { Deps } from '../deps.ts'

/** That a delivery is to be sent to its webhook. */
export interface Call {
  delivery: number
  webhook: number
  /** Whose webhook it is. */
  account: number
  /** Attempts made before: where others have been made since, the call has been overtaken. */
  attempt: number
}

/** A call that was taken off the queue by this process. */
export interface TakenCall extends Call {
  job: string
}

/** What an attempt may come to. */
export const ENDS = ['delivered', 'pending', 'failed'] as const

export interface Depth {
  /** For a time that is to come. */
  waiting: number
  due: number
  /** Taken by some process. */
  active: number
  /** How long the oldest of the due has been so. */
  oldestSeconds: number
}

/** The queue of calls, in the database, shared by all processes. */
export interface Queue {
  /** Makes or migrates its own schema, under its own lock. */
  start(): Promise<void>
  /** Adds calls in a transaction. @param order `last`: after all that is not */
  add(tx: Transaction, calls: readonly Call[], order?: 'last', afterMs?: number): Promise<void>
  /** Takes calls that are due, in their order, of each account one at a time whichever processes take them. */
  take(count: number, which: 'first' | 'last'): Promise<TakenCall[]>
  /** That a call is settled, in a transaction. */
  settle(tx: Transaction, call: TakenCall): Promise<void>
  /** Puts back a call that could not be tried: for a few seconds, in which others may pass it. */
  putBack(call: TakenCall): Promise<void>
  /** How full it is; null where it was not started. */
  depth(): Promise<Depth | null>
  /** Attempts of this process by what became of them. */
  readonly tally: Record<(typeof ENDS)[number], number>
  stop(): Promise<void>
}

const SCHEMA = 'pgboss'
const CALLS = 'webhook-calls'
/** So long after the longest that a call can take the process that took it is taken for dead, and another may take it. */
const GRACE_SECONDS = 20
/** After which a call that could not be tried is tried again. */
const AGAIN_SECONDS = 10
/** Between two looks for such calls, which one of all processes makes. */
const LOOK_FOR_DEAD_SECONDS = 15

/** Cheap enough to ask every second. */
const IS_DUE = `SELECT FROM ${SCHEMA}.job WHERE name = $1 AND state < 'active' AND (priority >= 0) = $2
  AND start_after <= ${SCHEMA}.job_now() LIMIT 1`
/** The advisory lock of those who take calls. */
const TAKING = 7_462_911

/** @param callSeconds the longest that a call can take */
export function openQueue({ pool, prisma, kind }: Database, log: Deps['log'], callSeconds: number): Queue {
  const boss = new PgBoss({
    db: { executeSql },
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema: SCHEMA,
    schedule: false,
    monitorVacuum: false,
    // the embedded database has one process, which sees to its own crash's calls as it starts
    ...(kind === 'postgres' && {
      superviseIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
      monitorIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
    }),
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue has a problem'))

  async function executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    if (values?.length) return pool.query(text, values)
    // several statements at once, a transaction mostly: one that fails must not leave it open on the connection
    const client = await pool.connect()
    try {
      const results = [await client.query(text)].flat()
      return { rows: results.flatMap(({ rows }) => rows ?? []) }
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  let started = false

  return {
    tally: { delivered: 0, pending: 0, failed: 0 },
    async start() {
      await boss.start()
      const settings = {
        ...{ expireInSeconds: callSeconds + GRACE_SECONDS, retryLimit: 1000 },
        // a dead process's call is due at once, for those that wait behind it would pass it
        retryDelay: 0,
        deleteAfterSeconds: 600,
      }
      await boss.createQueue(CALLS, settings)
      // one that was made before keeps what it was made with
      await boss.updateQueue(CALLS, settings)
      // it remembers the queue's settings: asked for inside a transaction, they would wait for its one connection
      await boss.insert(CALLS, [])
      started = true
      // nobody else is there who could have them under way: they are a crash's, and need not wait to expire
      if (kind === 'embedded')
        await pool.query(`UPDATE ${SCHEMA}.job SET state = 'retry' WHERE name = $1 AND state = 'active'`, [
          CALLS,
        ])
    },
    async add(tx, calls, order, afterMs = 0) {
      const jobs = calls.map((call) => ({
        id: jobId(call),
        data: call,
        group: { id: String(call.account) },
        priority: order === 'last' ? -1 : 0,
        startAfter: Math.ceil(afterMs / 1000),
      }))
      if (jobs.length > 0) await boss.insert(CALLS, jobs, { db: fromPrisma(tx) })
    },
    async take(count, which) {
      const { rows } = await pool.query(IS_DUE, [CALLS, which === 'first'])
      if (rows.length === 0) return []
      const wanted = {
        ...{ batchSize: count, groupConcurrency: 1 },
        ...(which === 'first' ? { minPriority: 0 } : { maxPriority: -1 }),
      }
      const jobs =
        kind === 'embedded'
          ? await boss.fetch<Call>(CALLS, wanted)
          : await prisma.$transaction(async (tx) => {
              // two processes at once would each take one of the same account, and not see the other's
              await tx.$executeRaw`SELECT pg_advisory_xact_lock(${TAKING})`
              return boss.fetch<Call>(CALLS, { ...wanted, db: fromPrisma(tx) })
            })
      return jobs.map(({ id, data }) => ({ ...data, job: id }))
    },
    async settle(tx, { job }) {
      await boss.complete(CALLS, job, undefined, { db: fromPrisma(tx) })
    },
    async putBack({ job }) {
      await pool.query(
        `UPDATE ${SCHEMA}.job SET state = 'retry', start_after = ${SCHEMA}.job_now() + $3 * interval '1 s'
         WHERE name = $1 AND id = $2 AND state = 'active'`,
        [CALLS, job, AGAIN_SECONDS],
      )
    },
    async depth() {
      if (!started) return null
      const { rows } = await pool.query(
        `SELECT count(*) FILTER (WHERE state < 'active' AND start_after > ${SCHEMA}.job_now())::int AS waiting,
           count(*) FILTER (WHERE state < 'active' AND start_after <= ${SCHEMA}.job_now())::int AS due,
           count(*) FILTER (WHERE state = 'active')::int AS active,
           coalesce(extract(epoch FROM ${SCHEMA}.job_now() - min(start_after)
             FILTER (WHERE state < 'active' AND start_after <= ${SCHEMA}.job_now())), 0)::float AS "oldestSeconds"
         FROM ${SCHEMA}.job WHERE name = $1 AND state <= 'active'`,
        [CALLS],
      )
      return rows[0]
    },
    async stop() {
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/**
 * A UUID (version 8) that rises with deliveries: calls that are added at once are made in their order. Its tail makes it
 * the only one, since a delivery may be sent again while it waits.
 */
function jobId({ delivery, attempt }: Call): string {
  const place = delivery.toString(16).padStart(12, '0')
  const tail = randomBytes(6).toString('hex')
  return `${place.slice(0, 8)}-${place.slice(8)}-8${attempt.toString(16).padStart(3, '0')}-8000-${tail}`
}
