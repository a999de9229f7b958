import { ruleSetIdSchema } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { lockLadder } from './ladder-store.ts'
import { removeLeavers } from './leave-ladder.ts'
import { settleGames } from './settle-games.ts'

/** Applies results, and removes players who lose their place. Several processes may do this at once. */
export async function runLadders({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<void> {
  const at = now()
  const ended = await tx.ladderGame.findMany({
    where: { settledAt: null, game: { status: { in: ['finished', 'cancelled'] } } },
    distinct: ['rules'],
    select: { rules: true },
  })
  await tryEach(ended, ({ rules: id }) =>
    inTransaction(tx, async (tx) => {
      const rules = ruleSetIdSchema.parse(id)
      await lockLadder(tx, rules)
      await settleGames(tx, rules, at)
    }),
  )
  await removeLeavers(tx, at)
}
