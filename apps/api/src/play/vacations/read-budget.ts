import { balanceAt, fullAt, longestVacation, startBalance, type VacationPolicy } from '@tegenzet/clocks'
import { INITIAL_VACATION_DAYS, type VacationBudget } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import { millis } from './vacation-row.ts'

/** How much vacation a player has left after all that was taken and planned. */
interface Budget {
  /** The longest vacation that can begin at `at`, in milliseconds. */
  longestVacation(at: Date): number
  viewAt(at: Date): VacationBudget
}

export async function readBudget(
  { config }: Pick<Deps, 'config'>,
  db: Db,
  playerId: number,
): Promise<Budget> {
  const { createdAt, vacations } = await db.player.findUniqueOrThrow({
    where: { id: playerId },
    select: { createdAt: true, vacations: { select: { from: true, until: true } } },
  })
  const policy: VacationPolicy = { daysPerYear: config.vacationDays, startDays: INITIAL_VACATION_DAYS }
  const start = startBalance(policy, createdAt.getTime())
  const intervals = vacations.map(millis)
  return {
    longestVacation: (at) => longestVacation(policy, start, intervals, at.getTime()),
    viewAt(at) {
      const now = at.getTime()
      const balanceMs = balanceAt(policy, start, intervals, now)
      const full = fullAt(policy, { at: now, ms: balanceMs })
      return {
        availableMs: longestVacation(policy, start, intervals, now),
        balanceMs,
        daysPerYear: policy.daysPerYear,
        fullAt: full === null ? null : new Date(full).toISOString(),
      }
    },
  }
}
