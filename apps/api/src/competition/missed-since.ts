import type { Tx } from '../store/transaction.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How far back the periodic tasks look for what has just happened: an hour, so that what failed is tried again, and
 * further if the server was down during the last day.
 */
export async function missedSince(tx: Tx, at: Date): Promise<Date> {
  const { _min } = await tx.outage.aggregate({
    where: { until: { gt: new Date(at.getTime() - DAY_MS) } },
    _min: { from: true },
  })
  return new Date(Math.min(at.getTime(), _min.from?.getTime() ?? Infinity) - HOUR_MS)
}
