import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readIds } from '../../store/read-ids.ts'
import { readRows } from '../../store/read-rows.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import type { Change } from '../game/change.ts'
import { giveBack, isOverdue } from '../game/clock.ts'
import type { GameRow } from '../game/game.ts'
import { readGames } from '../game/game-store.ts'
import { writeGames } from '../game/write-games.ts'

export interface Outage {
  from: Date
  until: Date
  /** How many games were active. */
  games: number
}

/** Games read and written at a time. */
const BATCH = 500
/** Long, because there may be many games and the server serves nothing before. */
const TIMEOUT_MS = 15 * 60_000

/**
 * Gives an outage back to every running clock. Only one process does so, because the other heartbeats wait for its
 * conditional update. A game that was overdue before the outage stays overdue.
 * @param outageBefore a last heartbeat before this moment means an outage
 * @returns null if there was no outage, or another process has given it back
 */
export function giveTimeBack(tx: Tx, now: () => Date, outageBefore: Date): Promise<Outage | null> {
  const at = now()
  return inTransaction(
    tx,
    async (tx) => {
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
      await tx.outage.create({ data: outage })
      const ids = await lockActiveGames(tx)
      for (let first = 0; first < ids.length; first += BATCH) {
        const games = await readGames(tx, ids.slice(first, first + BATCH))
        const writes = games.flatMap((before) => {
          const change = givenBack(before, outage)
          return change ? [{ before, change, by: null, at }] : []
        })
        await writeGames(tx, writes)
      }
      // the time that this took does not count as an outage
      await tx.$executeRaw`UPDATE heartbeat SET at = greatest(at, ${now()}::timestamptz)`
      return { ...outage, games: ids.length }
    },
    TIMEOUT_MS,
  )
}

/** A game after an outage. null: it was overdue before. */
export const givenBack = (game: GameRow, outage: Pick<Outage, 'from' | 'until'>): Change | null =>
  isOverdue(game, outage.from) ? null : { set: giveBack(game, outage) }

const lockActiveGames = (tx: Tx): Promise<number[]> =>
  readIds(tx, Prisma.sql`SELECT id FROM games WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE`)
