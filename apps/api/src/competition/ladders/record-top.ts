import type { RuleSetId } from '@tegenzet/rules'
import type { Db } from '../../store/transaction.ts'

/**
 * Records who is on top of a ladder from now on. The caller holds the lock of the ladder and has changed places. Nobody is
 * on top of a ladder of one.
 */
export async function recordTop(db: Db, rules: RuleSetId, at: Date): Promise<void> {
  const [first, second] = await db.ladderEntry.findMany({
    where: { rules },
    select: { playerId: true },
    orderBy: { place: 'asc' },
    take: 2,
  })
  const topId = first && second ? first.playerId : null
  const running = await db.ladderReign.findFirst({ where: { rules, until: null } })
  if ((running?.playerId ?? null) === topId) return
  if (running) await db.ladderReign.update({ where: { id: running.id }, data: { until: at } })
  if (topId !== null) await db.ladderReign.create({ data: { rules, playerId: topId, since: at } })
}
