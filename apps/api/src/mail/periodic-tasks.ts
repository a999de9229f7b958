import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { expireMails, pruneMails } from './prune-mails.ts'

const MINUTE_MS = 60_000

export const mailTasks = (deps: Deps): PeriodicTask[] => [
  { name: 'expire-mails', everyMs: MINUTE_MS, runsOn: 'one-process', run: (db) => expireMails(deps, db) },
  pruneTask('mails', (db) => pruneMails(deps, db)),
]
