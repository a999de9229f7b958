import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Db } from '../../store/transaction.ts'
import { finishSeasons } from './finish-seasons.ts'
import { startSeasons } from './start-seasons.ts'

/**
 * Ends and starts the seasons whose time has come. Each step is a transaction that finds out under a lock whether it is
 * still due, so that several processes may do this at once and a crash repeats or skips nothing.
 */
export async function runLeagues({ config, now }: Pick<Deps, 'config' | 'now'>, db: Db): Promise<void> {
  const at = now()
  // a season that has begun is played to its end
  const rules = config.features.has('leagues') ? config.games : []
  await tryEach([() => finishSeasons(db, at), () => startSeasons(db, rules, at)], (step) => step())
}
