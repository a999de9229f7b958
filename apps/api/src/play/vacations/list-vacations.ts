import { ok, type Result } from '@tegenzet/common'
import type { Vacation, VacationBudget } from '@tegenzet/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, keyMoment, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readBudget } from './read-budget.ts'
import { vacationView } from './vacation-row.ts'

export interface Vacations extends Page<Vacation> {
  budget: VacationBudget
  underWay: Vacation | null
  planned: Vacation[]
}

/** Past vacations in pages, newest first, and all current and planned ones. */
export async function listVacations(
  deps: Deps,
  db: Db,
  { playerId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Vacations, Refusal>> {
  const before = decodeCursor(cursor, key)
  if (!before.ok) return before
  const at = deps.now()
  const over = await db.vacation.findMany({
    where: {
      playerId,
      until: { lte: at },
      ...(before.value && endedBefore(before.value)),
    },
    orderBy: [{ until: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const others = await db.vacation.findMany({
    where: { playerId, until: { gt: at } },
    orderBy: { from: 'asc' },
  })
  const views = others.map((vacation) => vacationView(vacation, at))
  return ok({
    ...pageOf(
      over,
      limit,
      (row) => [row.until.getTime(), row.id],
      (row) => vacationView(row, at),
    ),
    budget: (await readBudget(deps, db, playerId)).viewAt(at),
    underWay: views.find(({ state }) => state === 'under-way') ?? null,
    planned: views.filter(({ state }) => state === 'planned'),
  })
}

const key = z.tuple([keyMoment, keyId])

function endedBefore([untilMs, id]: z.output<typeof key>) {
  const until = new Date(untilMs)
  return { OR: [{ until: { lt: until } }, { until, id: { lt: id } }] }
}
