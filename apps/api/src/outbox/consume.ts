import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow, readRows } from '../store/read-rows.ts'
import { type Db, inTransaction, type Tx } from '../store/transaction.ts'
import { BEGINNING } from './cursor.ts'
import { cursorOf, type OutboxEvent, readSettled } from './read-events.ts'

/** Processes every event of the outbox once, in order. */
export interface Consumer {
  /** Its row in `consumer_offsets`. */
  name: string
  /** A condition on the row `e`. Events that do not meet it have no content: their `event` is null. */
  only?: Prisma.Sql
  handle(tx: Tx, events: readonly OutboxEvent[]): Promise<void>
}

const BATCH = 200
/** A batch takes a few hundred milliseconds, but on a busy machine more than other transactions may. */
const TIMEOUT_MS = 60_000

/**
 * Handles all new events, a batch per transaction, which also moves the consumer's offset. A crash therefore neither loses
 * nor repeats an event. One process at a time handles a consumer's events.
 * @returns how many events it handled
 */
export async function consumeEvents(db: Db, consumer: Consumer): Promise<number> {
  let handled = 0
  while (await hasNewEvents(db, consumer)) {
    const count = await inTransaction(db, (tx) => consumeBatch(tx, consumer), TIMEOUT_MS)
    handled += count
    if (count < BATCH) break
  }
  return handled
}

async function consumeBatch(tx: Tx, consumer: Consumer): Promise<number> {
  const events = await takeEvents(tx, consumer)
  if (events.length > 0) await consumer.handle(tx, events)
  return events.length
}

/** Whether there are events that the consumer has not processed, including those that are not settled yet. */
export async function hasNewEvents(db: Db, { name }: Pick<Consumer, 'name'>): Promise<boolean> {
  const row = await readRow(
    db,
    z.object({ hasNew: z.boolean() }),
    // Subqueries, and not a join, so that the index on (tx, id) finds the next event. With EXISTS, Postgres would drop the
    // order and read all events to find none.
    Prisma.sql`
      WITH last AS MATERIALIZED (
        SELECT tx, id FROM events WHERE id = (SELECT event_id FROM consumer_offsets WHERE consumer = ${name})
      )
      SELECT (
        SELECT e.id FROM events e
        WHERE (e.tx, e.id) > (coalesce((SELECT tx FROM last), '0'), coalesce((SELECT id FROM last), 0))
        ORDER BY e.tx, e.id LIMIT 1
      ) IS NOT NULL AS "hasNew"`,
  )
  return row.hasNew
}

/** Takes the next events and moves the offset past them. Takes none while another process has locked the offset. */
async function takeEvents(db: Db, { name, only }: Consumer): Promise<OutboxEvent[]> {
  const [offset] = await readRows(
    db,
    z.object({ eventId: z.bigint() }),
    Prisma.sql`
      SELECT event_id AS "eventId" FROM consumer_offsets WHERE consumer = ${name} FOR UPDATE SKIP LOCKED`,
  )
  if (!offset) return []
  const cursor = (await cursorOf(db, Number(offset.eventId))) ?? BEGINNING
  const events = await readSettled(db, cursor, BATCH, only)
  const last = events.at(-1)
  if (last) await db.consumerOffset.update({ where: { consumer: name }, data: { eventId: last.cursor.id } })
  return events
}
