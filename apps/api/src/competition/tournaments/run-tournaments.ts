import type { Deps } from '../../deps.ts'
import { sinceLastRun } from '../../jobs/since-last-run.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Db } from '../../store/transaction.ts'
import { finishStages } from './finish-stages.ts'
import { keepStandings } from './kept-standings.ts'
import { removeLeavers } from './remove-leavers.ts'
import { startDueTournaments } from './start-tournament.ts'

/**
 * Takes every step that is due, but for making many games. Each is one transaction that finds out under a lock whether it is still due, so that
 * several processes may do this at once and a crash repeats or skips nothing.
 */
export async function runTournaments(deps: Deps, db: Db): Promise<void> {
  const at = deps.now()
  await sinceLastRun(db, 'tournament-steps', at, (since) => {
    const steps = [
      () => removeLeavers(db, since, at),
      () => startDueTournaments(db, since, at),
      () => finishStages(db, since, at),
      () => keepStandings(db, since),
    ]
    return tryEach(steps, (step) => step())
  })
}
