import { ok, type Result } from '@tegenzet/common'
import {
  MAX_VACATION_AHEAD_DAYS,
  MIN_VACATION_HOURS,
  type Vacation,
  type VacationBudget,
} from '@tegenzet/contract'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { retimeGames } from '../game/retime-games.ts'
import { lockVacations, raiseVacationsVersion, TIMEOUT_MS } from './lock-vacations.ts'
import { readBudget } from './read-budget.ts'
import { littleTimeLeft } from './short-games.ts'
import { vacationView } from './vacation-row.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Limited because each change sends a new version of all running games to their watchers. */
const MAX_A_DAY = 20
const MAX_PLANNED = 20

interface TakeVacation {
  playerId: number
  /** By default the vacation begins when the command arrives. */
  from?: string | undefined
  until: string
  anyway: boolean
  arrivedAt: Date
}

/** Takes or plans a vacation, and updates the deadlines of the player's running games in the same transaction. */
export async function takeVacation(
  deps: Deps,
  db: Db,
  command: TakeVacation,
): Promise<Result<{ vacation: Vacation; budget: VacationBudget }, Refusal>> {
  const { playerId, anyway, arrivedAt } = command
  const from = command.from === undefined ? arrivedAt : new Date(command.from)
  const until = new Date(command.until)
  const invalid = timesRefused(from, until, arrivedAt)
  if (invalid) return invalid
  return inTransaction(
    db,
    async (tx) => {
      const upcoming = await lockVacations(tx, playerId, arrivedAt)
      const overlapped = upcoming.find((other) => other.from < until && from < other.until)
      if (overlapped)
        return refuse(
          'vacation-overlaps',
          `You have a vacation from ${overlapped.from.toISOString()} until ${overlapped.until.toISOString()}: end or cancel it first.`,
        )
      if (upcoming.length >= MAX_PLANNED)
        return refuse('limit-reached', `You have planned ${MAX_PLANNED} vacations, the maximum.`)
      const longestMs = (await readBudget(deps, tx, playerId)).longestVacation(from)
      const lengthMs = until.getTime() - from.getTime()
      if (lengthMs > longestMs)
        return refuse(
          'not-enough-vacation',
          longestMs < MINUTE
            ? 'You will have no vacation left then.'
            : `The longest vacation you can begin then is ${formatDuration(longestMs)}, and this is ${formatDuration(lengthMs)}.`,
        )
      const short = anyway ? null : await littleTimeLeft(tx, playerId, from)
      if (short) return short
      const limit = { key: ['vacation', `${playerId}`], max: MAX_A_DAY, windowMs: DAY }
      const counted = await countAttempt(deps, tx, limit)
      if (!counted.ok) return counted

      const state = from <= arrivedAt ? 'begun' : 'planned'
      const created = await tx.vacation.create({
        data: { playerId, from, until, state, createdAt: arrivedAt },
      })
      await raiseVacationsVersion(tx, playerId)
      await retimeGames(tx, playerId, arrivedAt, playerId)
      const budget = (await readBudget(deps, tx, playerId)).viewAt(arrivedAt)
      return ok({ vacation: vacationView(created, arrivedAt), budget })
    },
    TIMEOUT_MS,
  )
}

function timesRefused(from: Date, until: Date, now: Date): Refused | null {
  const wrong = (path: string, message: string) =>
    refuse('validation', `Invalid vacation: ${message}.`, { errors: [{ path, message }] })
  if (from < now) return wrong('/body/from', 'must be in the future; omit it to start now')
  if (until.getTime() - from.getTime() < MIN_VACATION_HOURS * HOUR)
    return wrong('/body/until', `must be at least ${MIN_VACATION_HOURS} hours after the start`)
  if (until.getTime() - now.getTime() > MAX_VACATION_AHEAD_DAYS * DAY)
    return wrong('/body/until', `must be at most ${MAX_VACATION_AHEAD_DAYS} days from now`)
  return null
}

/** Rounds down to whole minutes. */
function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE)
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const shown = parts.filter(([count]) => count > 0)
  return shown.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(', ')
}
