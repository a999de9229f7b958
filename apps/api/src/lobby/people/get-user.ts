import { PROFILE_FACTS, scheduleSchema, type User, userSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { currentKey } from '../../accounts/names/former-names.ts'
import { scheduleColumns } from '../../accounts/profile/schedule.ts'
import type { Deps } from '../../deps.ts'
import { COUNTED_SQL } from '../../play/game/counted-games.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { readPace } from './read-pace.ts'

/** A player's public profile, also by a former name. */
export async function getUser({ now }: Deps, tx: Tx, username: string): Promise<Result<User, Refusal>> {
  const row = await readUser(tx, await currentKey(tx, username), now())
  if (!row) return refuse('not-found', `There is no player ${username}.`)
  const { awayUntil, schedule, createdAt, lostOnTime, shows, ...user } = row
  return ok({
    ...user,
    createdAt: createdAt.toISOString(),
    schedule: user.kind === 'closed' ? null : schedule,
    vacation: awayUntil && { until: awayUntil.toISOString() },
    pace: shows?.includes('pace') ? await readPace(tx, user.id) : null,
    lostOnTime: shows?.includes('lost-on-time') ? lostOnTime : null,
    clubs: shows?.includes('clubs') ? await readClubs(tx, user.id) : null,
  })
}

const userRowSchema = userSchema.omit({ vacation: true, pace: true, clubs: true }).extend({
  schedule: scheduleSchema,
  createdAt: z.date(),
  awayUntil: z.date().nullable(),
  lostOnTime: z.int(),
  shows: z.array(z.enum(PROFILE_FACTS)).nullable(),
})

/** Counts the finished games in one index for each side, and the running ones in others, without reading the games. */
async function readUser(
  tx: Tx,
  usernameKey: string,
  at: Date,
): Promise<z.output<typeof userRowSchema> | undefined> {
  const muted = isSanctioned(Prisma.sql`p.id`, 'mute', at)
  const [user] = await readRows(
    tx,
    userRowSchema,
    Prisma.sql`
      SELECT p.id, p.username, p.kind::text, p.created_at AS "createdAt", ${scheduleColumns('account')},
        ${awayUntil(Prisma.sql`p.id`, at)} AS "awayUntil",
        CASE WHEN NOT ${muted} THEN account.about END AS about, account.country, account.profile_shows AS shows,
        running.count AS "games.active", ended.*
      FROM players p LEFT JOIN accounts account ON account.player_id = p.id CROSS JOIN LATERAL (
        SELECT count(*)::int AS "games.finished",
          count(*) FILTER (WHERE g.winner = g.side)::int AS "games.won",
          count(*) FILTER (WHERE g.winner <> g.side)::int AS "games.lost",
          count(*) FILTER (WHERE g.winner IS NULL)::int AS "games.drawn",
          count(*) FILTER (WHERE g.winner <> g.side AND g.reason = 'timeout')::int AS "lostOnTime"
        FROM (
          SELECT winner, reason, 'white'::side AS side FROM games WHERE white_id = p.id AND ${COUNTED_SQL}
          UNION ALL
          SELECT winner, reason, 'black'::side FROM games WHERE black_id = p.id AND ${COUNTED_SQL}
        ) g
      ) ended CROSS JOIN LATERAL (
        SELECT (
          (SELECT count(*) FROM games WHERE white_id = p.id AND status = 'active') +
          (SELECT count(*) FROM games WHERE black_id = p.id AND status = 'active') +
          (SELECT count(*) FROM games WHERE status = 'claimed' AND p.id IN (white_id, black_id))
        )::int AS count
      ) running
      WHERE p.username_key = ${usernameKey}`,
  )
  return user
}

async function readClubs(tx: Tx, playerId: number): Promise<{ slug: string; name: string }[]> {
  const rows = await tx.clubMember.findMany({
    where: { playerId, club: { endedAt: null } },
    select: { club: { select: { slug: true, name: true } } },
    orderBy: { club: { name: 'asc' } },
  })
  return rows.map(({ club }) => club)
}
