import { ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { sinceLastRun } from '../../jobs/since-last-run.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockLadder } from './ladder-store.ts'
import { removeLeavers } from './leave-ladder.ts'
import { LADDER_STEPS, settleGames, toSettle } from './settle-games.ts'

/** Applies results, and removes players who lose their place. Several processes may do this at once. */
export async function runLadders({ now }: Pick<Deps, 'now'>, db: Db): Promise<void> {
  const at = now()
  await sinceLastRun(db, LADDER_STEPS, at, async (since) => {
    const ended = await readEnded(db, since)
    await tryEach(ended, ({ rules }) =>
      inTransaction(db, async (tx) => {
        await lockLadder(tx, rules)
        await settleGames(tx, rules, at)
      }),
    )
    await removeLeavers(db, since, at)
  })
}

/** The ladders with results to apply. */
const readEnded = (db: Db, since: Date) =>
  readRows(
    db,
    z.object({ rules: ruleSetIdSchema }),
    Prisma.sql`SELECT DISTINCT l.rules FROM ${toSettle(since)}`,
  )
