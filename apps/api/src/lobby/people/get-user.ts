import type { User } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { scheduleColumn } from '../../accounts/schedule.ts'
import type { Deps } from '../../deps.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { type Refusal, refuse } from '../../refusal.ts'

type Row = Omit<User, 'createdAt' | 'games' | 'vacation'> & {
  createdAt: Date
  awayUntil: Date | null
} & User['games']

/** A player's public profile, with games counted over the indexes of either side. */
export async function getUser({ database, now }: Deps, username: string): Promise<Result<User, Refusal>> {
  const [row] = await database.prisma.$queryRaw<Row[]>`
    SELECT p.id, p.username, p.kind::text, p.created_at AS "createdAt",
      CASE WHEN p.kind <> 'closed' THEN ${scheduleColumn('p')} END AS schedule,
      ${awayUntil(Prisma.sql`p.id`, now())} AS "awayUntil",
      count(*) FILTER (WHERE g.status IN ('active', 'claimed'))::int AS active,
      count(*) FILTER (WHERE g.status = 'finished')::int AS finished,
      count(*) FILTER (WHERE g.winner = g.side)::int AS won,
      count(*) FILTER (WHERE g.winner <> g.side)::int AS lost,
      count(*) FILTER (WHERE g.status = 'finished' AND g.winner IS NULL)::int AS drawn
    FROM players p LEFT JOIN LATERAL (
      SELECT status, winner, 'white'::side AS side FROM games WHERE white_id = p.id
      UNION ALL
      SELECT status, winner, 'black'::side FROM games WHERE black_id = p.id
    ) g ON true
    WHERE p.username_key = ${username.toLowerCase()}
    GROUP BY p.id`
  if (!row) return refuse('not-found', `There is no player ${username}.`)
  const { id, kind, createdAt, schedule, awayUntil: until, active, finished, won, lost, drawn } = row
  return ok({
    id,
    username: row.username,
    kind,
    createdAt: createdAt.toISOString(),
    schedule,
    vacation: until && { until: until.toISOString() },
    games: { active, finished, won, lost, drawn },
  })
}
