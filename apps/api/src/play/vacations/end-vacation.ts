import { ok, type Result } from '@tegenzet/common'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { retimeGames } from '../game/retime-games.ts'
import { lockVacations, raiseVacationsVersion, TIMEOUT_MS } from './lock-vacations.ts'

interface EndVacation {
  vacation: number
  playerId: number
  arrivedAt: Date
}

/** Ends a current vacation or cancels a planned one. The remaining days are given back. */
export async function endVacation(
  db: Db,
  { vacation: id, playerId, arrivedAt }: EndVacation,
): Promise<Result<undefined, Refusal>> {
  return inTransaction(
    db,
    async (tx) => {
      await lockVacations(tx, playerId, arrivedAt)
      const vacation = await tx.vacation.findUnique({ where: { id, playerId } })
      if (!vacation) return refuse('not-found', `You have no vacation ${id}.`)
      const { from, until } = vacation
      if (until <= arrivedAt)
        return refuse('vacation-over', `This vacation was over at ${until.toISOString()}.`)
      if (from >= arrivedAt) await tx.vacation.delete({ where: { id } })
      else
        await tx.vacation.update({
          where: { id },
          data: { until: arrivedAt, plannedUntil: until, state: 'over' },
        })
      await raiseVacationsVersion(tx, playerId)
      await retimeGames(tx, playerId, arrivedAt, playerId)
      return ok(undefined)
    },
    TIMEOUT_MS,
  )
}
