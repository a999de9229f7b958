import type { Deps } from '../../deps.ts'
import { sinceLastRun } from '../../jobs/since-last-run.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Tx } from '../../store/transaction.ts'
import { closeLineUps } from './close-line-ups.ts'
import { finishMatches } from './finish-matches.ts'
import { removeClosed } from './remove-closed.ts'

/** Takes every step of clubs and matches that is due. Several processes may do this at once. */
export async function runMatches({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<void> {
  const at = now()
  await sinceLastRun(tx, 'match-steps', at, (since) => {
    const steps = [
      () => removeClosed(tx, since, at),
      () => closeLineUps(tx, at),
      () => finishMatches(tx, since, at),
    ]
    return tryEach(steps, (step) => step())
  })
}
