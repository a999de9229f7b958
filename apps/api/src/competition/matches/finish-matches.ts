import { Prisma } from '@tegenzet/db'
import { tryEach } from '../../jobs/try-each.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { readOrganiserIds } from '../clubs/club-store.ts'
import { lockMatch } from './match-store.ts'
import { tellMatch } from './tell-match.ts'

/** A running match, named `m`, whose games have all ended. */
const OVER = Prisma.sql`m.state = 'running' AND NOT EXISTS (
  SELECT FROM games g WHERE g.match_id = m.id AND g.status IN ('active', 'claimed'))`

/** Finishes the matches whose last games have just ended. */
export async function finishMatches(db: Db, since: Date, at: Date): Promise<void> {
  const over = await readIds(
    db,
    Prisma.sql`
      WITH touched AS MATERIALIZED (
        SELECT DISTINCT match_id AS id FROM games
        WHERE match_id IS NOT NULL AND ended_at IS NOT NULL AND ended_at >= ${since}::timestamptz
      )
      SELECT m.id FROM touched JOIN matches m USING (id) WHERE ${OVER} ORDER BY m.id`,
  )
  await tryEach(over, (id) => inTransaction(db, (tx) => finishMatch(tx, id, at)))
}

async function finishMatch(tx: Tx, id: number, at: Date): Promise<void> {
  const { a, b, scoreA, scoreB } = existing(await lockMatch(tx, id))
  // another process may have done it meanwhile
  const still = await readIds(tx, Prisma.sql`SELECT m.id FROM matches m WHERE m.id = ${id} AND ${OVER}`)
  if (still.length === 0) return
  await tx.match.update({ where: { id }, data: { state: 'finished', endedAt: at, scoreA, scoreB } })
  const players = await tx.matchPlayer.findMany({
    where: { matchId: id, board: { not: null } },
    select: { playerId: true },
  })
  const to = [...(await readOrganiserIds(tx, [a.id, b.id])), ...players.map(({ playerId }) => playerId)]
  await tellMatch(tx, id, [{ change: 'finished', to }], { by: null, at })
}
