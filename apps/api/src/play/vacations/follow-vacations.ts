import { ok } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../store/legacy-transaction.ts'
import { retimeGames } from '../game/retime-games.ts'
import { catchUp } from '../outages/heartbeat.ts'
import { holdVacations, PATIENCE } from './hold-vacations.ts'
import { stateAt } from './vacation-row.ts'

/**
 * Tells of the vacations that have begun or ended: the player's running games show it from now on. Their deadlines knew it
 * before. Any number of processes may look: the player's row, held meanwhile, lets one of them tell.
 * @returns how many it found
 */
export async function followVacations(deps: Deps): Promise<number> {
  const now = deps.now()
  await catchUp(deps)
  const due = await deps.database.prisma.$queryRaw<{ id: number; playerId: number }[]>`
    SELECT id, player_id AS "playerId" FROM vacations
    WHERE state <> 'over' AND (until <= ${now}::timestamptz OR (state = 'planned' AND "from" <= ${now}::timestamptz))
    ORDER BY id`
  for (const { id, playerId } of due)
    await inTransaction(
      deps,
      async (inside) => {
        const { prisma } = inside.database
        await holdVacations(inside, playerId, now)
        const vacation = await prisma.vacation.findUnique({ where: { id } })
        const state = vacation && STATES[stateAt(vacation, now)]
        if (!state || state === vacation.state) return ok(undefined)
        await prisma.vacation.update({ where: { id }, data: { state } })
        await retimeGames(inside, playerId, now, null)
        return ok(undefined)
      },
      PATIENCE,
    )
  return due.length
}

/** As they are kept. */
const STATES = { planned: 'planned', 'under-way': 'begun', over: 'over' } as const
