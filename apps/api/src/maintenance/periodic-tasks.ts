import { type Database, deletedEraser, vacuumTables } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
import { roomOnDisk } from '../health/room-on-disk.ts'
import { takeLease } from '../jobs/lease.ts'
import { nightlyIntervalMs } from '../jobs/nightly.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'

/** What Postgres does by itself and the embedded database does not. */
export const maintenanceTasks = (
  deps: Pick<Deps, 'config' | 'now'>,
  database: Pick<Database, 'kind' | 'pool'>,
): PeriodicTask[] => (database.kind === 'postgres' ? [] : [vacuumTask(database), eraseTask(deps, database)])

const vacuumTask = ({ pool }: Pick<Database, 'pool'>): PeriodicTask => ({
  name: 'vacuum',
  // as often as Postgres looks
  everyMs: 60_000,
  runsOn: 'every-process',
  run: (_, stop) => vacuumTables(pool, stop),
})

const ERASE = 'erase-deleted'

/** Privacy.md promises it within seven nights. */
function eraseTask(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { pool }: Pick<Database, 'pool'>,
): PeriodicTask {
  const erase = deletedEraser(pool, () => roomOnDisk(config.dataDir).free)
  return {
    name: ERASE,
    everyMs: 10 * 60_000,
    runsOn: 'every-process',
    isHeavy: true,
    async run(db, stop) {
      const at = now()
      // nothing was deleted before the first start of this release
      const { count } = await db.lease.createMany({ data: { name: ERASE, at }, skipDuplicates: true })
      if (count > 0 || !(await takeLease(db, ERASE, nightlyIntervalMs(at), at))) return
      return erase(stop)
    },
  }
}
