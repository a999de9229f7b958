import { ok, type Result } from '@tegenzet/common'
import { PROFILE_FACTS, scheduleSchema, type User, userSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { currentKey } from '../../accounts/names/former-names.ts'
import { scheduleColumns } from '../../accounts/players/schedule.ts'
import type { Deps } from '../../deps.ts'
import { resultsOf } from '../../play/results/results.ts'
import { runningGamesOf } from '../../play/results/running-games.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { readPace } from './read-pace.ts'

/** A player's public profile, also by a former name. */
export async function getUser({ now }: Deps, db: Db, username: string): Promise<Result<User, Refusal>> {
  const row = await readUser(db, await currentKey(db, username), now())
  if (!row) return refuse('not-found', `There is no player ${username}.`)
  const { awayUntil, schedule, createdAt, lostOnTime, shows, ...user } = row
  return ok({
    ...user,
    createdAt: createdAt.toISOString(),
    schedule: user.kind === 'closed' ? null : schedule,
    vacation: awayUntil && { until: awayUntil.toISOString() },
    pace: shows?.includes('pace') ? await readPace(db, user.id) : null,
    lostOnTime: shows?.includes('lost-on-time') ? lostOnTime : null,
    clubs: shows?.includes('clubs') ? await readClubs(db, user.id) : null,
  })
}

const userRowSchema = userSchema.omit({ vacation: true, pace: true, clubs: true }).extend({
  schedule: scheduleSchema,
  createdAt: z.date(),
  awayUntil: z.date().nullable(),
  lostOnTime: z.int(),
  shows: z.array(z.enum(PROFILE_FACTS)).nullable(),
})

async function readUser(
  db: Db,
  usernameKey: string,
  at: Date,
): Promise<z.output<typeof userRowSchema> | undefined> {
  const muted = isSanctioned(Prisma.sql`p.id`, 'mute', at)
  const [user] = await readRows(
    db,
    userRowSchema,
    Prisma.sql`
      SELECT p.id, p.username, p.kind::text, p.created_at AS "createdAt", ${scheduleColumns('account')},
        ${awayUntil(Prisma.sql`p.id`, at)} AS "awayUntil",
        NOT EXISTS (SELECT FROM managed_accounts WHERE account_id = account.id) AS indexed,
        CASE WHEN NOT ${muted} THEN account.about END AS about, account.country, account.profile_shows AS shows,
        running.count AS "games.active", ended.*
      FROM players p LEFT JOIN accounts account ON account.player_id = p.id CROSS JOIN LATERAL (
        SELECT coalesce(sum(won + lost + drawn), 0)::int AS "games.finished", coalesce(sum(won), 0)::int AS "games.won",
          coalesce(sum(lost), 0)::int AS "games.lost", coalesce(sum(drawn), 0)::int AS "games.drawn",
          coalesce(sum(lost_on_time), 0)::int AS "lostOnTime"
        FROM ${resultsOf(Prisma.sql`p.id`)} results
      ) ended CROSS JOIN LATERAL (
        SELECT count(*)::int AS count FROM ${runningGamesOf(Prisma.sql`p.id`)} g
      ) running
      WHERE p.username_key = ${usernameKey}`,
  )
  return user
}

async function readClubs(db: Db, playerId: number): Promise<{ slug: string; name: string }[]> {
  const rows = await db.clubMember.findMany({
    where: { playerId, club: { endedAt: null } },
    select: { club: { select: { slug: true, name: true } } },
    orderBy: { club: { name: 'asc' } },
  })
  return rows.map(({ club }) => club)
}
