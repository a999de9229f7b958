import { Prisma } from '@tegenzet/db'
import { readBarred } from '../../accounts/access/barred.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { announce, record, recordWinners } from './record.ts'
import { tellSkipped } from './skip-barred.ts'
import { advancingFrom, readStage } from './standings.ts'
import { startStage } from './start-stage.ts'
import { lockTournament, readEntrantIds } from './tournament-store.ts'

/**
 * A running tournament, named `t`, whose stage is over. NOT EXISTS would let Postgres read the running games of all
 * tournaments to look for one.
 */
const STAGE_OVER = Prisma.sql`t.state = 'running' AND t.format = 'round-robin'
  AND (SELECT true FROM tournament_groups s
    WHERE s.tournament_id = t.id AND s.stage = t.stage AND s.started_at IS NULL LIMIT 1) IS NULL
  AND (SELECT true FROM games g
    WHERE g.tournament_id = t.id AND g.stage = t.stage AND g.status IN ('active', 'claimed') LIMIT 1) IS NULL`

/** Goes on to the next stage of the tournaments whose last games have just ended, or finishes them. */
export async function finishStages(db: Db, since: Date, at: Date): Promise<number> {
  const over = await readIds(
    db,
    Prisma.sql`
      WITH touched AS MATERIALIZED (
        SELECT tournament_id AS id FROM games
        WHERE tournament_id IS NOT NULL AND ended_at IS NOT NULL AND ended_at >= ${since}::timestamptz
        -- a group whose players have all left has no games
        UNION SELECT tournament_id FROM tournament_groups WHERE started_at >= ${since}::timestamptz
      )
      SELECT t.id FROM touched CROSS JOIN LATERAL (SELECT * FROM tournaments WHERE id = touched.id OFFSET 0) t
      WHERE ${STAGE_OVER} ORDER BY t.id`,
  )
  return tryEach(over, (id) => inTransaction(db, (tx) => finishStage(tx, id, at)))
}

async function finishStage(tx: Tx, id: number, at: Date): Promise<void> {
  const tournament = existing(await lockTournament(tx, id))
  // another process may have done it meanwhile
  const still = await readIds(
    tx,
    Prisma.sql`SELECT t.id FROM tournaments t WHERE t.id = ${id} AND ${STAGE_OVER}`,
  )
  if (still.length === 0) return
  const to = await readEntrantIds(tx, id)
  const groups = await readStage(tx, id, tournament.stage)
  const { advance } = tournament
  const qualified = groups.length < 2 ? [] : groups.flatMap((group) => advancingFrom(group, advance))
  const barred = await readBarred(
    tx,
    groups.flatMap(({ players }) => players.map(({ id }) => id)),
    at,
  )
  // the next best of the group take the places of those who may not start games
  const goOn = qualified.length === 0 ? [] : groups.flatMap((group) => advancingFrom(group, advance, barred))
  if (goOn.length < 2) {
    await tx.tournament.update({ where: { id }, data: { state: 'finished', endedAt: at } })
    await record(tx, tournament, { kind: 'finished', byId: null, at })
    const [last, another] = groups
    if (last && !another) await recordWinners(tx, tournament, last, at)
    await announce(tx, id, { change: 'finished', to, byId: null, at })
    return
  }
  const stage = tournament.stage + 1
  await tx.tournament.update({ where: { id }, data: { stage } })
  await startStage(tx, tournament, { stage, seeds: goOn, at })
  await record(tx, tournament, { kind: 'stage-over', byId: null, at })
  const skipped = new Set(qualified.filter(({ id }) => barred.has(id)).map(({ id }) => id))
  await tellSkipped(
    tx,
    tournament,
    groups.flatMap(({ players }) => players.filter(({ id }) => skipped.has(id))),
    at,
  )
  await announce(tx, id, { change: 'stage-over', to, byId: null, at })
}
