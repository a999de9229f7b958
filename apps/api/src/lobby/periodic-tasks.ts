import type { Deps } from '../deps.ts'
import { pruneTask } from '../jobs/prune-task.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { expireChallenges } from './challenges/expire-challenges.ts'
import { pruneChallenges } from './challenges/prune-challenges.ts'

export const lobbyTasks = (deps: Deps): PeriodicTask[] => [
  {
    name: 'challenges',
    everyMs: deps.config.sweepSeconds * 1000,
    runsOn: 'one-process',
    run: (db) => expireChallenges(deps, db),
  },
  pruneTask('challenges', (db) => pruneChallenges(deps, db)),
]
