import { Prisma } from '@tegenzet/db'
import { tryEach } from '../../jobs/try-each.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { announce, record, recordWinners } from '../tournaments/record.ts'
import { movesOf, readStage } from '../tournaments/standings.ts'
import { lockTournament, readEntrantIds } from '../tournaments/tournament-store.ts'
import { seasonRow } from './season-row.ts'

/**
 * Whether the season of a division, named `t`, is over. Games whose time ran out before its end are ended first, and those
 * that a server which was down did not make are made first, so that the standings do not change any more.
 */
const divisionOver = (at: Date) => Prisma.sql`
  t.state = 'running' AND t.format = 'league' AND t.ends_at <= ${at}::timestamptz
  AND (SELECT true FROM games g
    WHERE g.tournament_id = t.id AND g.status = 'active' AND g.deadline < t.ends_at LIMIT 1) IS NULL
  AND (SELECT true FROM tournament_groups s WHERE s.tournament_id = t.id AND s.started_at IS NULL LIMIT 1) IS NULL`

/**
 * Finishes the divisions whose season is over, each in a transaction of its own. Games that are running go on; the standings
 * count them as drawn.
 */
export async function finishSeasons(db: Db, at: Date): Promise<void> {
  const over = await readIds(
    db,
    Prisma.sql`SELECT t.id FROM tournaments t WHERE ${divisionOver(at)} ORDER BY t.id`,
  )
  await tryEach(over, (id) => inTransaction(db, (tx) => finishDivision(tx, id, at)))
}

async function finishDivision(tx: Tx, id: number, at: Date): Promise<void> {
  const tournament = seasonRow(existing(await lockTournament(tx, id)))
  // another process may have done it meanwhile
  if (tournament.state !== 'running') return
  const to = await readEntrantIds(tx, id)
  await tx.tournament.update({ where: { id }, data: { state: 'finished', endedAt: at } })
  await record(tx, tournament, { kind: 'finished', byId: null, at })
  await announce(tx, id, { change: 'finished', to, byId: null, at })
  const group = existing((await readStage(tx, id, tournament.stage))[0])
  if (tournament.league.division === 1) await recordWinners(tx, tournament, group, at)
  const moves = movesOf(group, tournament.league)
  for (const player of group.players) {
    const move = moves.get(player.id)
    if (!move || group.left.has(player.id)) continue
    const change = move === 'up' ? 'promoted' : 'relegated'
    await record(tx, tournament, { kind: change, player, byId: null, at })
    await announce(tx, id, { change, to: [player.id], user: player, byId: null, at })
  }
}
