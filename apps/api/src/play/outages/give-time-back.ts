import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readIds } from '../../store/read-ids.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { Clocks } from '../game/clock.ts'
import type { GameRow } from '../game/game.ts'
import { beforeOutage, readGames } from '../game/read-games.ts'
import { changeGames } from '../game/write-games.ts'

export interface Outage {
  from: Date
  until: Date
}

/** Games read and written at a time, so that moves hardly wait. */
const BATCH = 100

/**
 * Records an outage if there was one. From then on whoever reads a game gives it the time back, and `giveTimeBack` writes
 * that. Only one process records it, because the other heartbeats wait for its conditional update.
 * @param outageBefore a last heartbeat before this moment means an outage
 * @returns null if there was no outage, or another process has recorded it
 */
export const recordOutage = (db: Db, at: Date, outageBefore: Date): Promise<Outage | null> =>
  inTransaction(db, async (tx) => {
    const [last] = await readRows(
      tx,
      z.object({ from: z.date() }),
      Prisma.sql`
        UPDATE heartbeat SET at = ${at}::timestamptz
        FROM (SELECT at AS "from" FROM heartbeat FOR UPDATE) last
        WHERE last."from" < ${outageBefore}::timestamptz RETURNING last."from"`,
    )
    if (!last) return null
    const outage = { from: last.from, until: at }
    await tx.outage.create({ data: { ...outage, givenBack: false } })
    return outage
  })

/**
 * Gives outages back to every running clock, the most urgent first. Can be cut off and repeated. A game that changes
 * meanwhile was read with its time, and so is written with it.
 * @returns how many games it changed
 */
export async function giveTimeBack(db: Db, at: Date): Promise<number> {
  const pending = await db.outage.findMany({ where: { givenBack: false }, orderBy: { from: 'asc' } })
  const [first] = pending
  if (!first) return 0
  let changed = 0
  for await (const ids of gamesBefore(db, first.from))
    changed += await inTransaction(db, async (tx) => {
      const games = await readGames(tx, await lockGamesBefore(tx, ids))
      // reading them has given the time back
      const writes = games.map((before) => ({ before, change: { set: clocksOf(before) }, by: null, at }))
      return (await changeGames(tx, writes)).length
    })
  await db.outage.updateMany({
    where: { id: { in: pending.map(({ id }) => id) } },
    data: { givenBack: true },
  })
  return changed
}

const clocksOf = ({ whiteRemainingMs, blackRemainingMs, clockSince, deadline }: GameRow): Clocks => ({
  whiteRemainingMs,
  blackRemainingMs,
  clockSince,
  deadline,
})

/** Locks in one order, so that whoever changes several games too cannot deadlock. */
const lockGamesBefore = (db: Db, ids: readonly number[]): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`
      SELECT id FROM games WHERE id = ANY(${[...ids]}::int[]) AND status = 'active' AND ${beforeOutage(Prisma.sql`games`)}
      ORDER BY id FOR NO KEY UPDATE`,
  )

/** The games whose rows are from before an outage, by deadline, which only moves on when the outage is given back. */
async function* gamesBefore(db: Db, from: Date): AsyncGenerator<number[], void> {
  let [deadline, id] = [from, 0]
  for (;;) {
    const rows = await readRows(
      db,
      z.object({ id: z.int(), deadline: z.date() }),
      Prisma.sql`
        SELECT id, deadline FROM games
        WHERE status = 'active' AND (deadline, id) > (${deadline}::timestamptz, ${id}) AND ${beforeOutage(Prisma.sql`games`)}
        ORDER BY deadline, id LIMIT ${BATCH}`,
    )
    if (rows.length > 0) yield rows.map(({ id }) => id)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    ;({ deadline, id } = last)
  }
}
