import { Prisma, type Transaction } from '@tegenzet/db'
import { z } from 'zod'
import { existing } from './existing.ts'
import { type Begin, type Db, storeFrom } from './transaction.ts'

/**
 * What this connection has read in tables of ours since it last reported its counts, which it does between transactions: rows
 * of tables that were read from end to end, and entries of indexes.
 */
const READ = Prisma.sql`
  SELECT coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0)::float8 AS read
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'i')`

const readUntilNow = async (client: Transaction): Promise<number> => {
  const [row] = await client.$queryRaw<unknown[]>(READ)
  return z.object({ read: z.number() }).parse(existing(row)).read
}

interface CountedReads {
  db: Db
  /** What was read on `db`. Transactions that are rolled back do not count. */
  read: number
}

/**
 * Makes a store that counts what is read on it. Each of its statements takes a few times as long, because it becomes a
 * transaction with two counts.
 */
export function countReads(store: Db): CountedReads {
  const counting =
    (begin: Begin): Begin =>
    (work, limits) =>
      begin(async (client) => {
        const before = await readUntilNow(client)
        const result = await work(client)
        counted.read += (await readUntilNow(client)) - before
        return result
      }, limits)
  const counted: CountedReads = { db: storeFrom(store, counting, statementsIn), read: 0 }
  return counted
}

/** A handle on which each statement is a transaction begun like this. */
const statementsIn = (store: Db, begin: Begin): object =>
  new Proxy(store, {
    get(handle, key) {
      const value: unknown = Reflect.get(handle, key)
      if (typeof value === 'function')
        return (...args: unknown[]) => begin((client) => call(client, key, args))
      if (typeof value !== 'object' || value === null) return value
      return new Proxy(value, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            begin((client) => call(Reflect.get(client, key), method, args)),
      })
    },
  })

const call = (target: object, method: string | symbol, args: unknown[]): Promise<unknown> =>
  Reflect.apply(Reflect.get(target, method), target, args)
