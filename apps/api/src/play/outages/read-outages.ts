import type { Interval } from '@tegenzet/clocks'
import type { Tx } from '../../store/transaction.ts'

/** The outages that ended after `since`. */
export async function readOutages(tx: Tx, since: Date): Promise<Interval[]> {
  const outages = await tx.outage.findMany({ where: { until: { gt: since } } })
  return outages.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
}
