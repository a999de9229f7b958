import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Tx } from '../../store/transaction.ts'
import { finishStages } from './finish-stages.ts'
import { removeLeavers } from './remove-leavers.ts'
import { startGroups } from './start-groups.ts'
import { startDueTournaments } from './start-tournament.ts'

/**
 * Takes every step that is due. Each is one transaction that finds out under a lock whether it is still due, so that
 * several processes may do this at once and a crash repeats or skips nothing.
 */
export async function runTournaments(deps: Deps, tx: Tx): Promise<void> {
  const at = deps.now()
  const steps = [
    () => removeLeavers(tx, at),
    () => startDueTournaments(tx, at),
    () => startGroups(deps, tx),
    () => finishStages(tx, at),
    () => startGroups(deps, tx),
  ]
  await tryEach(steps, (step) => step())
}
