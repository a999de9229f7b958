import type { Interval } from '@tegenzet/clocks'
import type { Database } from '@tegenzet/db'

/** The outages that reach beyond a moment: for what a clock that stood still would have spent since then. */
export async function readOutages({ prisma }: Database, since: Date): Promise<Interval[]> {
  const outages = await prisma.outage.findMany({ where: { until: { gt: since } } })
  return outages.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
}
