import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { expireChallenges } from './challenges/expire-challenges.ts'

export const lobbyTasks = (deps: Deps): PeriodicTask[] => [
  {
    name: 'challenges',
    everyMs: deps.config.sweepSeconds * 1000,
    runsOn: 'one-process',
    run: (tx) => expireChallenges(deps, tx),
  },
]
