import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { ruleByEvidence } from './claims/rule-by-evidence.ts'
import { endOverdueGames } from './deadlines/end-overdue-games.ts'
import { expireOffers } from './draws/expire-offers.ts'
import { beat } from './outages/heartbeat.ts'
import { followVacations } from './vacations/follow-vacations.ts'

const MAX_HEARTBEAT_MS = 5000

export function playTasks(deps: Deps): PeriodicTask[] {
  const { sweepSeconds, outageSeconds } = deps.config
  const sweep = { everyMs: sweepSeconds * 1000, runsOn: 'one-process' } as const
  return [
    {
      name: 'heartbeat',
      // often enough that a few heartbeats may fail
      everyMs: Math.min(MAX_HEARTBEAT_MS, (outageSeconds * 1000) / 4),
      runsOn: 'every-process',
      run: () => beat(deps),
    },
    { name: 'vacations', ...sweep, run: (tx) => followVacations(deps, tx) },
    { name: 'overdue-games', ...sweep, run: (tx) => endOverdueGames(deps, tx) },
    { name: 'draw-offers', ...sweep, run: (tx) => expireOffers(deps, tx) },
    { name: 'claims', ...sweep, run: (tx) => ruleByEvidence(deps, tx) },
  ]
}
