import { valueAt } from '@tegenzet/common'
import { type Player, playerSchema, type Standings } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { computeStandings, type KeptStanding, STATE_OF_STANDINGS } from './kept-standings.ts'
import { isLastStage, readStage } from './standings.ts'
import type { TournamentRow } from './tournament-store.ts'

/** The standings of a stage, or of one of its groups. Those that are not kept as they are now are computed. */
export async function readStandings(
  db: Db,
  tournament: TournamentRow,
  stage: number,
  group?: number,
): Promise<Standings> {
  const groups = await readGroups(db, tournament, stage, group)
  const users = await readSeatedPlayers(db, tournament.id, stage, group)
  const wentOn = stage < tournament.stage ? await readSeated(db, tournament.id, stage + 1) : null
  return {
    stage,
    groups: groups.map(({ group, rows }) => ({
      group,
      items: rows.map(({ player, results, ...row }) => ({
        ...row,
        ...(wentOn && { advances: wentOn.has(player) }),
        user: valueAt(users, player),
        results: results.map(({ opponent, games }) => ({ opponent: valueAt(users, opponent), games })),
      })),
    })),
  }
}

interface GroupRows {
  group: number
  rows: KeptStanding[]
}

const keptSchema = z.object({ group: z.int(), rows: z.custom<KeptStanding[]>().nullable() })

async function readGroups(
  db: Db,
  tournament: TournamentRow,
  stage: number,
  group: number | undefined,
): Promise<GroupRows[]> {
  const kept = await readRows(
    db,
    keptSchema,
    Prisma.sql`
      SELECT gr.nr AS group, CASE WHEN kept.state = ${STATE_OF_STANDINGS} THEN kept.rows END AS rows
      FROM tournament_groups gr JOIN tournaments t ON t.id = gr.tournament_id
        LEFT JOIN tournament_tables kept ON kept.tournament_id = gr.tournament_id AND kept.stage = gr.stage
          AND kept.group_nr = gr.nr
      WHERE gr.tournament_id = ${tournament.id} AND gr.stage = ${stage} ${inGroup(Prisma.sql`gr.nr`, group)}
      ORDER BY gr.nr`,
  )
  const stale = kept.filter(({ rows }) => !rows).map(({ group }) => group)
  if (stale.length === 0) return kept as GroupRows[]
  const isLast = await isLastStage(db, tournament.id, stage)
  const groups = await readStage(db, tournament.id, stage, stale)
  const computed = new Map(groups.map((each) => [each.group, each]))
  return kept.map(({ group, rows }) => ({
    group,
    rows: rows ?? computeStandings(valueAt(computed, group), tournament, isLast),
  }))
}

const inGroup = (column: Prisma.Sql, group: number | undefined): Prisma.Sql =>
  group === undefined ? Prisma.empty : Prisma.sql`AND ${column} = ${group}`

async function readSeatedPlayers(
  db: Db,
  tournamentId: number,
  stage: number,
  group: number | undefined,
): Promise<ReadonlyMap<number, Player>> {
  const seats = await readRows(
    db,
    z.object({ player: playerSchema }),
    Prisma.sql`
      SELECT ${playerColumns('player')} FROM tournament_seats s JOIN players player ON player.id = s.player_id
      WHERE s.tournament_id = ${tournamentId} AND s.stage = ${stage} ${inGroup(Prisma.sql`s.group_nr`, group)}`,
  )
  return new Map(seats.map(({ player }) => [player.id, player]))
}

/** Who plays in a stage. */
async function readSeated(db: Db, tournamentId: number, stage: number): Promise<ReadonlySet<number>> {
  const seats = await db.tournamentSeat.findMany({
    where: { tournamentId, stage },
    select: { playerId: true },
  })
  return new Set(seats.map(({ playerId }) => playerId))
}
