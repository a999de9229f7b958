import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneExports } from './export/prune-exports.ts'

export const privacyTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('exports', (tx) => pruneExports(deps, tx)),
]
