import { ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readRows } from '../../store/read-rows.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { lockLadder } from './ladder-store.ts'
import { removeLeavers } from './leave-ladder.ts'
import { settleGames } from './settle-games.ts'

/** Applies results, and removes players who lose their place. Several processes may do this at once. */
export async function runLadders({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<void> {
  const at = now()
  const ended = await readRows(
    tx,
    z.object({ rules: ruleSetIdSchema }),
    Prisma.sql`
      SELECT DISTINCT l.rules FROM ladder_games l JOIN games g ON g.id = l.game_id
      WHERE l.settled_at IS NULL AND g.status IN ('finished', 'cancelled')`,
  )
  await tryEach(ended, ({ rules }) =>
    inTransaction(tx, async (tx) => {
      await lockLadder(tx, rules)
      await settleGames(tx, rules, at)
    }),
  )
  await removeLeavers(tx, at)
}
