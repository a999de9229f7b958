import type { LiveEvent } from '@tegenzet/contract'
import { type Database, Prisma, type Transaction } from '@tegenzet/db'
import { RefusalError } from '../refusal.ts'

declare const brand: unique symbol
declare const open: unique symbol

/**
 * The database handle of a use case: a transaction, or the store's own handle, on which every statement commits by itself.
 * Only `openStore` and `inTransaction` make one, so no other connection can be used inside a transaction by mistake.
 * Events are inserted by `outbox/append.ts` alone. Statements that return rows go through `runSql`.
 */
export type Db = Branded &
  Omit<Transaction, 'event' | '$queryRaw'> & {
    readonly event: Omit<Transaction['event'], 'create' | 'createMany' | 'createManyAndReturn' | 'upsert'>
  }

interface Branded {
  readonly [brand]: 'db'
}

/**
 * A transaction and not the store's own handle. Locks need it, because they last until the commit, and so do events that
 * report what other statements write.
 */
export type Tx = Db & { readonly [open]: true }

/** Is called after commits. Must not throw. */
export interface CommitListener {
  /** Events were appended to the outbox. */
  appended(events: readonly AppendedEvent[]): void
  /** A session or token has ended. */
  revoked(credential: string): void
}

/** An event of the outbox with its id, and the players who receive it. */
export interface AppendedEvent {
  event: LiveEvent
  playerIds: readonly number[]
}

/** Adds jobs to queues: implemented by `jobs/queues.ts`, used by `enqueue`. */
export interface JobWriter {
  write(db: Db, queue: string, jobs: readonly NewJob[]): Promise<void>
}

export interface NewJob<T extends object = object> {
  data: T
  /** Jobs of one group are done in this order. */
  order: number
  /** Jobs of one group are done one at a time. */
  group?: string
  /** Done after all jobs of normal priority. */
  isLow?: boolean
  /** Done before all jobs of normal priority. */
  isUrgent?: boolean
  /** How many jobs of its owner wait. It is done after the jobs of owners with fewer. */
  behind?: number
  afterMs?: number
  /** Adds nothing if the queue has a job with this `order`. */
  once?: boolean
}

interface Unit {
  listener: CommitListener
  jobs: JobWriter
  /** Runs a statement that returns rows. */
  query: (sql: Prisma.Sql) => Promise<unknown[]>
  /** Begins a transaction; null inside one. */
  begin: Begin | null
  /** Run after the commit. null: each statement commits by itself. */
  effects: (() => void)[] | null
}

/** Runs work in a new transaction. */
export type Begin = <T>(work: (client: Transaction) => Promise<T>, limits?: TransactionLimits) => Promise<T>
type TransactionLimits = { maxWait?: number; timeout?: number }

const units = new WeakMap<object, Unit>()

/** Makes the handle on which every statement commits by itself. */
export function openStore(
  { prisma, query }: Pick<Database, 'prisma' | 'query'>,
  listener: CommitListener,
  jobs = NO_QUEUES,
): Db {
  // a separate object, because two stores on one client have separate listeners
  const db = new Proxy(prisma, {}) as Transaction as Transaction & Branded
  units.set(db, { listener, jobs, query, begin: prisma.$transaction.bind(prisma), effects: null })
  return db
}

/**
 * Runs a statement and returns its rows, with the names and types that Postgres gives them: in a transaction on Prisma's
 * client, on the store past it, at a fraction of the cost.
 */
export const runSql = <Row>(db: Db, sql: Prisma.Sql): Promise<Row[]> =>
  unitOf(db).query(sql) as Promise<Row[]>

/**
 * Makes a store from another, with its own way to begin transactions.
 * @param makeHandle is given the store's handle and that way
 */
export function storeFrom(
  store: Db,
  wrap: (begin: Begin) => Begin,
  makeHandle: (store: Db, begin: Begin) => object,
): Db {
  const unit = unitOf(store)
  if (!unit.begin) throw new Error('a transaction is not a store')
  const begin = wrap(unit.begin)
  const db = makeHandle(store, begin) as Db
  units.set(db, { ...unit, query: (sql) => begin((client) => client.$queryRaw(sql)), begin })
  return db
}

const NO_QUEUES: JobWriter = {
  async write() {
    throw new Error('this store has no queues')
  },
}

/** For getting a connection, and for the transaction, which may have to wait for another one. */
const TIMEOUT_MS = 20_000

/**
 * Runs `work` in a transaction. A refusal (`ok: false`) rolls back, as an exception does. If `outer` is a transaction
 * already, `work` joins it.
 * @throws RefusalError `unavailable` if no connection is free in time or the transaction takes too long
 */
export async function inTransaction<T>(
  outer: Db,
  work: (tx: Tx) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const { begin, listener, jobs } = unitOf(outer)
  if (!begin) return work(outer as Tx)
  const effects: (() => void)[] = []
  try {
    const result = await begin(
      async (client) => {
        const tx = client as Transaction & Branded as Db as Tx
        units.set(tx, { listener, jobs, query: (sql) => client.$queryRaw(sql), begin: null, effects })
        const result = await work(tx)
        if (isRefused(result)) throw new Rollback(result)
        return result
      },
      { maxWait: TIMEOUT_MS, timeout: timeoutMs },
    )
    for (const effect of effects) effect()
    return result
  } catch (error) {
    if (error instanceof Rollback) return error.result as T
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')
      throw new RefusalError('unavailable', 'The server is busy: send it again.', 1)
    throw error
  }
}

/** Whether statements on `db` are committed together. */
export const isTransaction = (db: Db): boolean => unitOf(db).begin === null

/** Calls back with the commit listener once `db` is committed; at once if its statements commit by themselves. */
export function afterCommit(db: Db, notify: (listener: CommitListener) => void): void {
  const { listener, effects } = unitOf(db)
  if (effects) effects.push(() => notify(listener))
  else notify(listener)
}

export const jobWriterOf = (db: Db): JobWriter => unitOf(db).jobs

function unitOf(db: Db): Unit {
  const unit = units.get(db)
  if (!unit) throw new Error('not a handle of openStore or inTransaction')
  return unit
}

const isRefused = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

/** Carries a refusal out of a transaction that it rolls back. */
class Rollback extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}
