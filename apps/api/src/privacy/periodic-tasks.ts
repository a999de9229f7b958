import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import type { Heartbeat } from '../play/outages/heartbeat.ts'
import { eraseAccounts } from './erasure/erase-accounts.ts'
import { forgetGuests } from './erasure/forget-guests.ts'
import { pruneExports } from './export/prune-exports.ts'

const MINUTE_MS = 60_000

export const privacyTasks = (deps: Deps, heartbeat: Heartbeat): PeriodicTask[] => [
  {
    name: 'erase-accounts',
    everyMs: MINUTE_MS,
    runsOn: 'one-process',
    async run(db) {
      // records an outage first, because a running game may seem to be over time
      await heartbeat.catchUp()
      return eraseAccounts(deps, db)
    },
  },
  pruneTask('guests', (db) => forgetGuests(deps, db)),
  pruneTask('exports', (db) => pruneExports(deps, db)),
]
