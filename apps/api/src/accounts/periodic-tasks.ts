import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { pruneKnownAddresses } from './limits/password-attempts.ts'
import { pruneTokens } from './oauth/connections.ts'
import { pruneSecurityEvents } from './security-log/list-events.ts'
import { pruneExpiredSessions } from './sessions/prune-sessions.ts'

export const accountTasks = (deps: Deps): PeriodicTask[] => [
  pruneTask('sessions', (db) => pruneExpiredSessions(deps, db)),
  pruneTask('tokens', (db) => pruneTokens(deps, db)),
  pruneTask('known-addresses', (db) => pruneKnownAddresses(deps, db)),
  pruneTask('security-log', (db) => pruneSecurityEvents(deps, db)),
]
