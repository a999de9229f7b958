import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneEvents } from './prune-events.ts'

export const outboxTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('events', (tx) => pruneEvents(deps, tx)),
]
