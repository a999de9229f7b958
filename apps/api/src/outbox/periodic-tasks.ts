import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { dropOldPartitions } from './event-partitions.ts'
import { raiseIds } from './raise-ids.ts'

export const outboxTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('events', async (db) => {
    await raiseIds(db, deps.now())
    return dropOldPartitions(deps, db)
  }),
]
