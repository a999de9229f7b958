import type { Deps } from '../../deps.ts'
import { giveTimeBack } from './give-time-back.ts'

/**
 * Says that the server is there. Where no process has said so for `config.outageSeconds`, that was an outage, and it is
 * given back to every clock before this is done. Beats that are asked for at once are one.
 */
export function beat(deps: Deps): Promise<void> {
  const { heart } = deps
  heart.beating ??= beatOnce(deps).finally(() => {
    heart.beating = null
  })
  return heart.beating
}

/**
 * Beats where this process has not done so for as long as an outage is: it was suspended, or had lost its database. Before
 * that it judges nobody's time, charges none, and reminds of none: whatever goes by deadlines asks this first.
 */
export async function catchUp(deps: Deps): Promise<void> {
  const { heart, now, config } = deps
  const isLate = () => heart.beatAt !== null && now().getTime() - heart.beatAt > config.outageSeconds * 1000
  // the one under way may be from before
  if (isLate()) await heart.beating
  if (isLate()) await beat(deps)
}

async function beatOnce(deps: Deps): Promise<void> {
  const now = deps.now()
  const long = new Date(now.getTime() - deps.config.outageSeconds * 1000)
  // a process whose clock is behind takes nothing back
  const beaten = await deps.database.prisma.$executeRaw`
    UPDATE heartbeat SET at = greatest(at, ${now}::timestamptz) WHERE at IS NULL OR at >= ${long}::timestamptz`
  if (beaten === 0) await giveTimeBack(deps, now, long)
  deps.heart.beatAt = now.getTime()
}
