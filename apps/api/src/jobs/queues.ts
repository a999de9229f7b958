import { randomBytes } from 'node:crypto'
import type { Database } from '@tegenzet/db'
import { Prisma } from '@tegenzet/db'
import { fromPrisma, type JobInsert, PgBoss } from 'pg-boss'
import type { Deps } from '../deps.ts'
import { batchedOn } from '../store/batched.ts'
import {
  afterCommit,
  type Db,
  inTransaction,
  type JobWriter,
  type NewJob,
  runSql,
} from '../store/transaction.ts'
import { queueDatabase } from './queue-database.ts'

/** A queue of jobs of one kind. `data` is never set: it carries the type of a job's data. */
export interface QueueDefinition<T extends object> {
  name: string
  data?: T
}

/** A job that this process has taken. No other process takes it before it expires. */
export interface TakenJob<T extends object> {
  id: string
  /** Tells this attempt from a later one by another process. */
  retryCount: number
  data: T
}

/** Which jobs to take. Low-priority jobs are taken separately, so that they cannot hold up the others. */
export interface Wanted {
  count: number
  priority: Priority
}
export type Priority = 'normal' | 'low' | 'any'

export interface Depth {
  /** Not yet due. */
  waiting: number
  due: number
  /** Taken by a process. */
  active: number
}

export interface Queue<T extends object> {
  readonly name: string
  /** Whether there may be jobs to take: much cheaper than taking none. */
  isDue(db: Db): Promise<boolean>
  /** Takes due jobs in their order. All processes together run one job of a group at a time. */
  take(db: Db, wanted: Wanted): Promise<TakenJob<T>[]>
  complete(db: Db, job: TakenJob<T>): Promise<void>
  /** Puts a job back with these changes, unless it has expired and may have been taken by another process. */
  retry(db: Db, job: TakenJob<T>, change: Pick<NewJob<T>, 'afterMs' | 'isLow'> & { data?: T }): Promise<void>
  /** At most a minute old. */
  depth(): Promise<Depth>
  /** The listener is called when this process has added jobs. */
  onAdded(listener: () => void): void
}

/** The queues of this database, shared by all processes. */
export interface Queues extends JobWriter {
  /** Creates or migrates the tables of pg-boss, under a lock. */
  start(): Promise<void>
  /**
   * Creates a queue, or changes its settings.
   * @param timeoutSeconds the longest time a job can take
   */
  open<T extends object>(definition: QueueDefinition<T>, timeoutSeconds: number): Promise<Queue<T>>
  stop(): Promise<void>
}

/** A worker that has not finished after the longest possible job plus this margin is presumed dead. */
const MARGIN_SECONDS = 20
/** How often to look for expired jobs. */
const SUPERVISE_SECONDS = 15
/** The first key of the advisory locks for taking jobs; the second is the queue. An arbitrary number. */
const TAKE_LOCK = 7_462_911
/** Between them there is room for an owner's waiting jobs. A queue's low-priority jobs are below zero. */
const [URGENT, NORMAL, LOW] = [1999, 999, -1]
const MAX_BEHIND = 999

/** Makes pg-boss use this handle. */
const on = (db: Db) => ({ db: fromPrisma(db) })

export function openQueues(database: Database, log: Deps['log']): Queues {
  const { kind } = database
  const boss = createBoss(database, log)
  const listeners = new Map<string, () => void>()
  return {
    async start() {
      await boss.start()
    },
    async write(db, name, jobs) {
      await boss.insert(name, jobs.map(jobInsert), on(db))
      afterCommit(db, () => listeners.get(name)?.())
    },
    async open<T extends object>({ name }: QueueDefinition<T>, timeoutSeconds: number): Promise<Queue<T>> {
      await createQueue(boss, name, timeoutSeconds)
      if (kind === 'embedded') await retryActive(boss, name)
      return bossQueue<T>(boss, kind, name, (listener) => listeners.set(name, listener))
    },
    async stop() {
      await boss.stop({ graceful: false, close: false })
    },
  }
}

function createBoss(database: Database, log: Deps['log']): PgBoss {
  const isPostgres = database.kind === 'postgres'
  const boss = new PgBoss({
    db: queueDatabase(database),
    backend: isPostgres ? 'postgres' : 'pglite',
    schema: 'pgboss',
    schedule: false,
    monitorVacuum: false,
    ...(isPostgres && {
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    }),
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'))
  return boss
}

async function createQueue(boss: PgBoss, name: string, timeoutSeconds: number): Promise<void> {
  const settings = {
    expireInSeconds: timeoutSeconds + MARGIN_SECONDS,
    retryLimit: 1000,
    // an expired job is due at once, otherwise later jobs of its group would overtake it
    retryDelay: 0,
    deleteAfterSeconds: 600,
  }
  await boss.createQueue(name, settings)
  // an existing queue keeps the settings it was created with
  await boss.updateQueue(name, settings)
  // makes pg-boss cache the settings: reading them inside a transaction would wait for PGlite's only connection
  await boss.insert(name, [])
}

/** The embedded database has one process, so jobs that are active at its start are left over from a crash. */
async function retryActive(boss: PgBoss, name: string): Promise<void> {
  const active = (await boss.findJobs(name)).filter(({ state }) => state === 'active')
  if (active.length > 0)
    await boss.fail(
      name,
      active.map(({ id }) => id),
    )
}

/** All queues that are polled at the same time are looked at by one statement. */
const readIsDue = batchedOn(async (db, names: string[]) => {
  const due = await runSql<{ name: string }>(
    db,
    Prisma.sql`
    SELECT wanted.name FROM unnest(${names}::text[]) AS wanted (name)
    WHERE EXISTS (
      SELECT FROM pgboss.job_common j
      WHERE j.name = wanted.name AND j.state < 'active' AND j.start_after <= pgboss.job_now()
    )`,
  )
  return names.map((name) => due.some((each) => each.name === name))
})

const bossQueue = <T extends object>(
  boss: PgBoss,
  kind: Database['kind'],
  name: string,
  onAdded: Queue<T>['onAdded'],
): Queue<T> => ({
  name,
  onAdded,
  isDue: (db) => readIsDue(db, name),
  async take(db, { count, priority }) {
    const wanted = {
      batchSize: count,
      groupConcurrency: 1,
      ...(priority === 'normal' && { minPriority: 0 }),
      ...(priority === 'low' && { maxPriority: LOW }),
    }
    if (kind === 'embedded') return boss.fetch<T>(name, wanted)
    return inTransaction(db, async (tx) => {
      // without a lock two processes could take jobs of the same group at once
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${TAKE_LOCK}::int, hashtext(${name}))`
      return boss.fetch<T>(name, { ...wanted, ...on(tx) })
    })
  },
  async complete(db, job) {
    await boss.complete(name, job, undefined, on(db))
  },
  retry: (db, job, { data, afterMs = 0, isLow }) =>
    inTransaction(db, async (tx) => {
      // pg-boss documents `affected`, but its types lack it
      const { affected } = (await boss.fail(name, job, undefined, on(tx))) as { affected: number }
      if (affected === 0) return
      const priority = isLow === undefined ? {} : { priority: isLow ? LOW : NORMAL }
      await boss.update(name, data, { id: job.id, startAfter: seconds(afterMs), ...priority, ...on(tx) })
    }),
  async depth() {
    const [stats] = await boss.getQueueStats(name, { force: true })
    const { deferredCount = 0, readyCount = 0, activeCount = 0 } = stats ?? {}
    return { waiting: deferredCount, due: readyCount, active: activeCount }
  },
})

const seconds = (ms: number): number => Math.ceil(ms / 1000)

const jobInsert = ({
  data,
  order,
  group,
  isLow,
  isUrgent,
  behind = 0,
  afterMs = 0,
  once,
}: NewJob): JobInsert => ({
  id: jobId(order, once ? Buffer.alloc(6) : randomBytes(6)),
  data,
  ...(group !== undefined && { group: { id: group } }),
  priority: (isUrgent ? URGENT : isLow ? LOW : NORMAL) - Math.min(behind, MAX_BEHIND),
  startAfter: seconds(afterMs),
})

/** A UUID (version 8) that rises with the order: pg-boss sorts the jobs of a group by id. */
function jobId(order: number, tail: Buffer): string {
  const head = order.toString(16).padStart(12, '0')
  return `${head.slice(0, 8)}-${head.slice(8)}-8000-8000-${tail.toString('hex')}`
}
