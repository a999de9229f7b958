import type { Deps } from '../../deps.ts'
import { sinceLastRun } from '../../jobs/since-last-run.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Db } from '../../store/transaction.ts'
import { closeLineUps } from './close-line-ups.ts'
import { finishMatches } from './finish-matches.ts'
import { removeClosed } from './remove-closed.ts'

/** Takes every step of clubs and matches that is due. Several processes may do this at once. */
export async function runMatches({ now }: Pick<Deps, 'now'>, db: Db): Promise<void> {
  const at = now()
  await sinceLastRun(db, 'match-steps', at, (since) => {
    const steps = [
      () => removeClosed(db, since, at),
      () => closeLineUps(db, at),
      () => finishMatches(db, since, at),
    ]
    return tryEach(steps, (step) => step())
  })
}
