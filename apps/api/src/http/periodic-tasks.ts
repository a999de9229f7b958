import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneKeys } from './idempotency.ts'

export const httpTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('idempotency-keys', (db) => pruneKeys(deps, db)),
]
