import { scheduleSchema, type User, userSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { currentKey } from '../../accounts/names/former-names.ts'
import { scheduleColumns } from '../../accounts/profile/schedule.ts'
import type { Deps } from '../../deps.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'

/** A player's public profile, also by a former name. */
export async function getUser({ now }: Deps, tx: Tx, username: string): Promise<Result<User, Refusal>> {
  const row = await readUser(tx, await currentKey(tx, username), now())
  if (!row) return refuse('not-found', `There is no player ${username}.`)
  const { awayUntil, schedule, createdAt, ...user } = row
  return ok({
    ...user,
    createdAt: createdAt.toISOString(),
    schedule: user.kind === 'closed' ? null : schedule,
    vacation: awayUntil && { until: awayUntil.toISOString() },
  })
}

const userRowSchema = userSchema
  .omit({ vacation: true })
  .extend({ schedule: scheduleSchema, createdAt: z.date(), awayUntil: z.date().nullable() })

/** Counts the games with one index for each side. */
async function readUser(
  tx: Tx,
  usernameKey: string,
  at: Date,
): Promise<z.output<typeof userRowSchema> | undefined> {
  const [user] = await readRows(
    tx,
    userRowSchema,
    Prisma.sql`
      SELECT p.id, p.username, p.kind::text, p.created_at AS "createdAt", ${scheduleColumns('account')},
        ${awayUntil(Prisma.sql`p.id`, at)} AS "awayUntil",
        count(*) FILTER (WHERE g.status IN ('active', 'claimed'))::int AS "games.active",
        count(*) FILTER (WHERE g.status = 'finished')::int AS "games.finished",
        count(*) FILTER (WHERE g.winner = g.side)::int AS "games.won",
        count(*) FILTER (WHERE g.winner <> g.side)::int AS "games.lost",
        count(*) FILTER (WHERE g.status = 'finished' AND g.winner IS NULL)::int AS "games.drawn"
      FROM players p LEFT JOIN accounts account ON account.player_id = p.id LEFT JOIN LATERAL (
        SELECT status, winner, 'white'::side AS side FROM games WHERE white_id = p.id
        UNION ALL
        SELECT status, winner, 'black'::side FROM games WHERE black_id = p.id
      ) g ON true
      WHERE p.username_key = ${usernameKey}
      GROUP BY p.id, account.id`,
  )
  return user
}
