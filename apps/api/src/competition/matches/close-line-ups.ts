import { Prisma } from '@tegenzet/db'
import { tryEach } from '../../jobs/try-each.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { readOrganiserIds } from '../clubs/club-store.ts'
import { endUnplayed } from './answer-match.ts'
import { lockMatch } from './match-store.ts'
import { startGames } from './start-match.ts'
import { tellMatch } from './tell-match.ts'

/**
 * Starts the matches whose line-ups close, and declines those that nobody has accepted by then. Each in a transaction that
 * finds out under a lock whether it is still due, so that several processes may do this at once.
 */
export async function closeLineUps(db: Db, at: Date): Promise<void> {
  const due = await readIds(
    db,
    Prisma.sql`
      SELECT id FROM matches WHERE state IN ('proposed', 'open') AND lineups_close_at <= ${at}::timestamptz
      ORDER BY lineups_close_at, id`,
  )
  await tryEach(due, (id) => inTransaction(db, (tx) => closeIfDue(tx, id, at)))
}

async function closeIfDue(tx: Tx, id: number, at: Date): Promise<void> {
  const match = existing(await lockMatch(tx, id))
  if (match.lineupsCloseAt > at) return
  if (match.state === 'proposed') {
    await tx.match.update({ where: { id }, data: { state: 'declined', endedAt: at } })
    const to = await readOrganiserIds(tx, [match.a.id, match.b.id])
    return tellMatch(tx, id, [{ change: 'declined', to }], { by: null, at })
  }
  if (match.state !== 'open' || (await startGames(tx, match, { by: null, at }))) return
  await endUnplayed(tx, match, { by: null, at })
}
