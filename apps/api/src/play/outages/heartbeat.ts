import type { Deps } from '../../deps.ts'
import { outageSeconds, outages } from '../../metrics.ts'
import type { Db } from '../../store/transaction.ts'
import { withoutSync } from '../../store/without-sync.ts'
import { recordOutage } from './give-time-back.ts'

/** Tells the other processes that the server runs, and finds out when none did: an outage. */
export interface Heartbeat {
  /**
   * Updates the heartbeat. If the last one of all processes is too old, it records an outage first.
   * Calls while one is under way share it.
   * @param on the store by default
   */
  update(on?: Db): Promise<void>
  /**
   * Updates it if this process has not done so for the length of an outage, because it was suspended or lost
   * its database. Everything that depends on deadlines calls this first, so that no time of an outage counts.
   */
  catchUp(): Promise<void>
  /**
   * Time of this process's last heartbeat in milliseconds; null before the first, which finds no outage. Set by tests.
   */
  lastAt: number | null
}

export function createHeartbeat(deps: Pick<Deps, 'config' | 'now' | 'log'>, db: Db): Heartbeat {
  const { now, config, log } = deps
  const outageMs = config.outageSeconds * 1000
  let underWay: Promise<void> | null = null

  async function updateOnce(db: Db): Promise<void> {
    const at = now()
    const outageBefore = new Date(at.getTime() - outageMs)
    // `greatest`, so that a process whose clock is behind does not set it back
    const written = await withoutSync(
      db,
      (db) => db.$executeRaw`
        UPDATE heartbeat SET at = greatest(at, ${at}::timestamptz)
        WHERE at IS NULL OR at >= ${outageBefore}::timestamptz`,
    )
    const outage = written === 0 ? await recordOutage(db, at, outageBefore) : null
    if (outage) {
      outages.inc()
      outageSeconds.inc((outage.until.getTime() - outage.from.getTime()) / 1000)
      log.warn(outage, 'outage: its time is given back to every clock')
    }
    heartbeat.lastAt = at.getTime()
  }

  const isLate = () => heartbeat.lastAt !== null && now().getTime() - heartbeat.lastAt > outageMs

  const heartbeat: Heartbeat = {
    lastAt: null,
    update(on = db) {
      underWay ??= updateOnce(on).finally(() => {
        underWay = null
      })
      return underWay
    },
    async catchUp() {
      // one that is under way may have started before the outage was over
      if (isLate()) await underWay
      if (isLate()) await heartbeat.update()
    },
  }
  return heartbeat
}
