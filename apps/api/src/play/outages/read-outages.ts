import type { Interval } from '@tegenzet/clocks'
import type { Db } from '../../store/transaction.ts'

/** The outages that ended after `since`. */
export async function readOutages(db: Db, since: Date): Promise<Interval[]> {
  const outages = await db.outage.findMany({ where: { until: { gt: since } } })
  return outages.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
}
