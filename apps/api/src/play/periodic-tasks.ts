import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { ruleByEvidence } from './claims/rule-by-evidence.ts'
import { playDueConditionalMoves } from './conditional-moves/play-due-conditional-moves.ts'
import { cancelIdleGuestGames } from './deadlines/cancel-idle-guest-games.ts'
import { endOverdueGames } from './deadlines/end-overdue-games.ts'
import { expireOffers } from './draws/expire-offers.ts'
import { dropPositions } from './game/drop-positions.ts'
import { packMoves } from './game/pack-moves.ts'
import { giveTimeBack } from './outages/give-time-back.ts'
import type { Heartbeat } from './outages/heartbeat.ts'
import { countEndedGames } from './results/count-ended-games.ts'
import { followVacations } from './vacations/follow-vacations.ts'

const MAX_HEARTBEAT_MS = 5000
const SECOND_MS = 1000

export const CONDITIONAL_MOVES = 'conditional-moves'

export function playTasks(deps: Deps, heartbeat: Heartbeat): PeriodicTask[] {
  const { sweepSeconds, outageSeconds } = deps.config
  const sweep = { everyMs: sweepSeconds * SECOND_MS, runsOn: 'one-process' } as const
  /** Records outages before anything uses deadlines. */
  const afterOutage =
    (run: PeriodicTask['run']): PeriodicTask['run'] =>
    async (db) => {
      await heartbeat.catchUp()
      return run(db)
    }
  return [
    {
      name: 'heartbeat',
      // often enough that a few heartbeats may fail
      everyMs: Math.min(MAX_HEARTBEAT_MS, (outageSeconds * SECOND_MS) / 4),
      runsOn: 'every-process',
      run: (db) => heartbeat.update(db),
    },
    {
      name: 'outages',
      everyMs: 5 * SECOND_MS,
      runsOn: 'one-process',
      run: (db) => giveTimeBack(db, deps.now()),
    },
    { name: 'vacations', ...sweep, run: afterOutage((db) => followVacations(deps, db)) },
    { name: 'overdue-games', ...sweep, run: afterOutage((db) => endOverdueGames(deps, db)) },
    {
      name: 'idle-guest-games',
      everyMs: 10 * 60 * SECOND_MS,
      runsOn: 'one-process',
      run: afterOutage((db) => cancelIdleGuestGames(deps, db)),
    },
    { name: 'results', everyMs: 5 * SECOND_MS, runsOn: 'one-process', run: countEndedGames },
    {
      name: 'drop-positions',
      everyMs: 10 * 60 * SECOND_MS,
      runsOn: 'one-process',
      run: (db) => dropPositions(db, deps.now()),
    },
    {
      name: 'pack-moves',
      everyMs: 10 * 60 * SECOND_MS,
      runsOn: 'one-process',
      run: (db, stop) => packMoves(db, deps.now(), stop),
    },
    { name: 'draw-offers', ...sweep, run: (db) => expireOffers(deps, db) },
    { name: 'claims', ...sweep, run: (db) => ruleByEvidence(deps, db) },
    {
      name: CONDITIONAL_MOVES,
      everyMs: SECOND_MS,
      runsOn: 'every-process',
      run: afterOutage((db) => playDueConditionalMoves(deps, db)),
    },
  ]
}
