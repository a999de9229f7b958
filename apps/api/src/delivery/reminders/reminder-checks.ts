import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readIds } from '../../store/read-ids.ts'
import { readRows } from '../../store/read-rows.ts'
import { recordset } from '../../store/recordset.ts'
import type { Db } from '../../store/transaction.ts'
import { checkAgainAt, LOOK_AHEAD_MS, REMINDERS_OF_GAMES, readRemindersOf } from './due.ts'

// `reminder_checks` has for each running game a moment not later than its next reminder. A move writes it only if the
// next reminder may come earlier than planned, so most moves do not.

/** Plans the checks of games that have changed, in the transaction that reads their events. */
export async function planChecks(db: Db, games: readonly number[]): Promise<void> {
  if (games.length === 0) return
  await db.$executeRaw`
    INSERT INTO reminder_checks AS c (game_id, at)
    SELECT g.id, min(r.due_at - CASE WHEN a.quiet_from IS NULL THEN 0 ELSE ${LOOK_AHEAD_MS} END * interval '1 millisecond')
    FROM games g ${REMINDERS_OF_GAMES}
    WHERE g.id = ANY(${[...games]}::int[]) AND g.status = 'active' GROUP BY g.id
    ON CONFLICT (game_id) DO UPDATE SET at = excluded.at WHERE c.at > excluded.at`
}

/** A run that is cut off is repeated after this time. */
const CLAIMED_MS = 30_000
const claimedUntil = (now: Date) => new Date(now.getTime() + CLAIMED_MS)

/** Takes the checks that are due. @returns their games */
export const claimChecks = (db: Db, now: Date): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`
      UPDATE reminder_checks SET at = ${claimedUntil(now)}::timestamptz WHERE at <= ${now}::timestamptz
      RETURNING game_id AS id`,
  )

/**
 * Plans the next checks of games that have been looked at, the last one at the deadline, and forgets what was sent in turns
 * that are over. A game that changes meanwhile, or whose player's settings do, is looked at again in the next run.
 */
export async function planNextChecks(db: Db, games: readonly number[], now: Date): Promise<void> {
  const versions = await readRows(
    db,
    z.object({ id: z.int(), version: z.int() }),
    Prisma.sql`SELECT id, version FROM games WHERE id = ANY(${[...games]}::int[]) AND status = 'active'`,
  )
  const next = new Map<number, Date>()
  for (const reminder of await readRemindersOf(db, now, games)) {
    const at = checkAgainAt(reminder, now)
    const planned = next.get(reminder.gameId)
    if (!planned || at < planned) next.set(reminder.gameId, at)
  }
  await db.$executeRaw`
    UPDATE reminder_checks c SET at = coalesce(n.at, g.deadline)
    FROM ${recordset(
      'n',
      NEXT,
      versions.map((each) => ({ ...each, at: next.get(each.id) ?? null })),
    )}
      JOIN games g ON g.id = n.id AND g.version = n.version AND g.status = 'active'
    WHERE c.game_id = g.id AND g.id = ANY(${[...games]}::int[]) AND c.at = ${claimedUntil(now)}::timestamptz`
  await db.$executeRaw`
    DELETE FROM reminder_checks c USING games g
    WHERE g.id = c.game_id AND g.id = ANY(${[...games]}::int[]) AND g.status <> 'active'`
  await db.$executeRaw`
    DELETE FROM sent_reminders s USING games g
    WHERE g.id = s.game_id AND g.id = ANY(${[...games]}::int[]) AND (s.ply <> g.ply OR g.status <> 'active')`
}

const NEXT = { id: 'int', version: 'int', at: 'timestamptz' } as const
