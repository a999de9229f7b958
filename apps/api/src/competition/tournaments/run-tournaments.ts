import type { Deps } from '../../deps.ts'
import type { Tx } from '../../store/transaction.ts'
import { finishStages } from './finish-stages.ts'
import { removeLeavers } from './remove-leavers.ts'
import { startGroups } from './start-groups.ts'
import { startDueTournaments } from './start-tournament.ts'

/**
 * Takes every step that is due. Each is one transaction that finds out under a lock whether it is still due, so that
 * several processes may do this at once and a crash repeats or skips nothing.
 * @returns how many steps were due
 */
export async function runTournaments(deps: Deps, tx: Tx): Promise<number> {
  const at = deps.now()
  const due = [
    await removeLeavers(tx, at),
    await startDueTournaments(tx, at),
    await startGroups(deps, tx),
    await finishStages(tx, at),
    await startGroups(deps, tx),
  ]
  return due.reduce((sum, count) => sum + count, 0)
}
