import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneKnownAddresses } from './limits/password-attempts.ts'
import { pruneTokens } from './oauth/connections.ts'
import { pruneSecurityEvents } from './security-log/list-events.ts'
import { pruneExpiredSessions } from './sessions/prune-sessions.ts'

export const accountTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('sessions', (tx) => pruneExpiredSessions(deps, tx)),
  pruneTask('tokens', (tx) => pruneTokens(deps, tx)),
  pruneTask('known-addresses', (tx) => pruneKnownAddresses(deps, tx)),
  pruneTask('security-log', (tx) => pruneSecurityEvents(deps, tx)),
]
