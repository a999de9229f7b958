import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { existing } from '../store/existing.ts'
import { readRow, readRows } from '../store/read-rows.ts'
import { type Db, inTransaction } from '../store/transaction.ts'

// Events are stored in partitions by id. Ids follow the clock (see `raiseIds`), so each partition has the events of a day.

const DAY_MS = 24 * 60 * 60 * 1000
/** Far more than a server gives out in a millisecond. */
const IDS_PER_MS = 100
/** Streams replay one day. A week helps to find out what went wrong. */
const KEPT_MS = 7 * DAY_MS

/** The first id of a moment, in milliseconds since 1970. */
export const idAt = (ms: number): bigint => BigInt(ms) * BigInt(IDS_PER_MS)

const partitionRow = z.object({ name: z.string(), end: z.bigint() })

/** The partitions in the order of ids, each with the first id after it. */
const readPartitions = (db: Db) =>
  readRows(
    db,
    partitionRow,
    Prisma.sql`
      SELECT c.relname AS name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint AS end
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass ORDER BY 2`,
  )

/** Creates the partitions of today and tomorrow if they are missing. Neither readers nor writers wait. */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  const last = existing((await readPartitions(db)).at(-1))
  const today = Math.floor(now.getTime() / DAY_MS)
  for (const day of [today, today + 1]) {
    const start = idAt(day * DAY_MS)
    if (start < last.end) continue
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    const partition = Prisma.raw(`events_${date}`)
    const range = Prisma.raw(`FROM (${start}) TO (${idAt((day + 1) * DAY_MS)})`)
    // PARTITION OF would lock the whole table
    await db.$executeRaw`CREATE TABLE ${partition} (LIKE events INCLUDING DEFAULTS INCLUDING INDEXES)`
    await db.$executeRaw`ALTER TABLE events ATTACH PARTITION ${partition} FOR VALUES ${range}`
  }
}

/**
 * Drops partitions whose events are all old. Keeps those with events that a consumer has not processed, or with the last
 * one that it processed.
 * @returns how many were dropped
 */
export async function dropOldPartitions({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  let dropped = 0
  for (const { name, end } of await readPartitions(db)) {
    if (end > idAt(before.getTime()) || (await isNeeded(db, name, before))) break
    await inTransaction(db, async (tx) => {
      // it waits for statements that use events, and others wait for it. If that takes too long, the next run tries again
      await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`
      await tx.$executeRaw`DROP TABLE ${Prisma.raw(name)}`
    })
    dropped++
  }
  return dropped
}

async function isNeeded(db: Db, name: string, before: Date): Promise<boolean> {
  const partition = Prisma.raw(name)
  const row = await readRow(
    db,
    z.object({ isNeeded: z.boolean() }),
    Prisma.sql`
      SELECT EXISTS (SELECT FROM ${partition} WHERE created_at >= ${before}::timestamptz)
        OR EXISTS (
          SELECT FROM consumer_offsets o LEFT JOIN events last ON last.id = o.event_id
          WHERE EXISTS (
            SELECT FROM ${partition} e WHERE (e.tx, e.id) >= (coalesce(last.tx, '0'), coalesce(last.id, 0)))
        ) AS "isNeeded"`,
  )
  return row.isNeeded
}
