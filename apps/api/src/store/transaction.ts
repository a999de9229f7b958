import type { LiveEvent } from '@tegenzet/contract'
import { type Database, Prisma, type Transaction } from '@tegenzet/db'
import { RefusalError } from '../refusal.ts'

declare const brand: unique symbol

/**
 * Where a use case reads and writes. Either a transaction, or the store's own handle, on which every statement commits
 * by itself. Only `openStore` and `inTransaction` make one, so no other connection can slip into a transaction.
 */
export type Tx = Transaction & { readonly [brand]: 'tx' }

/** Hears what was committed. Neither may throw. */
export interface CommitListener {
  /** Events were appended to the outbox. */
  appended(events: readonly AppendedEvent[]): void
  /** A session or token was ended. */
  revoked(credential: string): void
}

/** An event of the outbox with its number, and the players it concerns. */
export interface AppendedEvent {
  event: LiveEvent
  playerIds: readonly number[]
}

/** Adds jobs to queues. `jobs/` has the only one; see `enqueue`. */
export interface JobWriter {
  write(tx: Tx, queue: string, jobs: readonly NewJob[]): Promise<void>
}

export interface NewJob<T extends object = object> {
  data: T
  /** Rises in the order in which jobs of one group are to be done. */
  order: number
  /** Jobs of one group are done one at a time. */
  group?: string
  /** Done after all jobs that are not. */
  isLow?: boolean
  afterMs?: number
  /** Adds nothing where the queue has a job of this order. */
  once?: boolean
}

interface Unit {
  listener: CommitListener
  jobs: JobWriter
  /** Begins a transaction; null inside one. */
  begin: Database['prisma']['$transaction'] | null
  /** What to do after the commit; null where each statement commits by itself. */
  effects: (() => void)[] | null
}

const units = new WeakMap<object, Unit>()

/** The handle of a database on which every statement commits by itself. */
export function openStore(
  { prisma }: Pick<Database, 'prisma'>,
  listener: CommitListener,
  jobs = NO_QUEUES,
): Tx {
  // an object of its own: two stores on one client have listeners of their own
  const tx = new Proxy(prisma, {}) as Transaction as Tx
  units.set(tx, { listener, jobs, begin: prisma.$transaction.bind(prisma), effects: null })
  return tx
}

const NO_QUEUES: JobWriter = {
  async write() {
    throw new Error('this store has no queues')
  },
}

/** Waiting for a connection, and the transaction itself. Another transaction may have to be awaited first. */
const TIMEOUT_MS = 20_000

/**
 * Does all of `work` or nothing. A refusal (`ok: false`) rolls back, as an exception does. Inside a transaction `work`
 * becomes part of that one.
 * @throws RefusalError `unavailable` where no connection is free in time or the transaction takes too long
 */
export async function inTransaction<T>(
  outer: Tx,
  work: (tx: Tx) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const { begin, listener, jobs } = unitOf(outer)
  if (!begin) return work(outer)
  const effects: (() => void)[] = []
  try {
    const result = await begin(
      async (client) => {
        const tx = client as Tx
        units.set(tx, { listener, jobs, begin: null, effects })
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

/** Tells the listener once what `tx` writes is committed; at once where its statements commit by themselves. */
export function afterCommit(tx: Tx, tell: (listener: CommitListener) => void): void {
  const { listener, effects } = unitOf(tx)
  if (effects) effects.push(() => tell(listener))
  else tell(listener)
}

export const jobWriterOf = (tx: Tx): JobWriter => unitOf(tx).jobs

function unitOf(tx: Tx): Unit {
  const unit = units.get(tx)
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
