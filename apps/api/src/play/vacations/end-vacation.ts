import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction } from '../../store/legacy-transaction.ts'
import { MAX_ID } from '../../store/page.ts'
import { retimeGames } from '../game/retime-games.ts'
import { changeVacations, holdVacations, PATIENCE } from './hold-vacations.ts'

export interface EndVacation {
  vacation: number
  playerId: number
  arrivedAt: Date
}

/** Ends one's vacation that is under way, so that the rest of it is not taken, or drops one that is planned. */
export async function endVacation(
  deps: Deps,
  { vacation: id, playerId, arrivedAt }: EndVacation,
): Promise<Result<undefined, Refusal>> {
  return inTransaction(
    deps,
    async (inside) => {
      const { prisma } = inside.database
      await holdVacations(inside, playerId, arrivedAt)
      const vacation = id > MAX_ID ? null : await prisma.vacation.findUnique({ where: { id, playerId } })
      if (!vacation) return refuse('not-found', `You have no vacation ${id}.`)
      const { from, until } = vacation
      if (until <= arrivedAt)
        return refuse('vacation-over', `This vacation was over at ${until.toISOString()}.`)
      if (from >= arrivedAt) await prisma.vacation.delete({ where: { id } })
      else
        await prisma.vacation.update({
          where: { id },
          data: { until: arrivedAt, plannedUntil: until, state: 'over' },
        })
      await changeVacations(inside, playerId)
      await retimeGames(inside, playerId, arrivedAt, playerId)
      return ok(undefined)
    },
    PATIENCE,
  )
}
