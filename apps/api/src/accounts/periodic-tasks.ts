import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneKnownAddresses } from './limits/password-attempts.ts'
import { pruneTokens } from './oauth/connections.ts'

export const accountTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('tokens', (tx) => pruneTokens(deps, tx)),
  pruneTask('known-addresses', (tx) => pruneKnownAddresses(deps, tx)),
]
