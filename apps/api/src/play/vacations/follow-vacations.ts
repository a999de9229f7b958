import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { retimeGames } from '../game/retime-games.ts'
import { lockVacations, TIMEOUT_MS } from './lock-vacations.ts'
import { stateAt } from './vacation-row.ts'

/**
 * Updates running games when a player's vacation has begun or ended. Their deadlines do not change. Several processes
 * may do this at once: the lock on the player lets one of them write.
 * @returns how many vacations it found
 */
export async function followVacations(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  const due = await readRows(
    db,
    z.object({ id: z.int(), playerId: z.int() }),
    Prisma.sql`
      SELECT id, player_id AS "playerId" FROM vacations WHERE state <> 'over' AND until <= ${now}::timestamptz
      UNION SELECT id, player_id FROM vacations WHERE state = 'planned' AND "from" <= ${now}::timestamptz
      ORDER BY id`,
  )
  return tryEach(due, ({ id, playerId }) =>
    inTransaction(
      db,
      async (tx) => {
        await lockVacations(tx, playerId, now)
        const vacation = await tx.vacation.findUnique({ where: { id } })
        const state = vacation && STATES[stateAt(vacation, now)]
        if (!state || state === vacation.state) return
        await tx.vacation.update({ where: { id }, data: { state } })
        await retimeGames(tx, playerId, now, null)
        return
      },
      TIMEOUT_MS,
    ),
  )
}

/** The database state for each state of the API. */
const STATES = { planned: 'planned', 'under-way': 'begun', over: 'over' } as const
