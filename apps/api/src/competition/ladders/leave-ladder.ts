import { ok, type Result } from '@tegenzet/common'
import { LADDER_IDLE_DAYS, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { tryEach } from '../../jobs/try-each.ts'
import { append } from '../../outbox/append.ts'
import { queryGames } from '../../play/game/read-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { areOldProcessesGone } from '../../store/old-processes.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { forfeitGames } from '../forfeits/forfeit-games.ts'
import { recentlyClosed } from '../recent/recently-closed.ts'
import { countPlace, daysBefore, lockLadder } from './ladder-store.ts'
import { recordTop } from './record-top.ts'

interface LeaveLadder {
  rules: RuleSetId
  playerId: number
  at: Date
}

/** Takes a player off a ladder on their own wish. Their running games on it are lost by forfeit. */
export const leaveLadder = (db: Db, leave: LeaveLadder): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    await lockLadder(tx, leave.rules)
    if (!(await giveUpPlace(tx, leave))) return refuse('not-found', 'You are not on this ladder.')
    await forfeitRunning(tx, leave)
    return ok(undefined)
  })

const leaverSchema = z.object({
  rules: ruleSetIdSchema,
  playerId: z.int(),
  /** Whether the account is closed. Otherwise the player has begun no game for a long time. */
  closed: z.boolean(),
})
type Leaver = LeaveLadder & z.output<typeof leaverSchema>

/**
 * Takes players off the ladders whose accounts a moderator has just closed, or who have begun no game for a long time.
 * Games of idle players go on. Erased accounts leave by `leaveCompetitions`.
 */
export async function removeLeavers(db: Db, since: Date, at: Date): Promise<void> {
  await tryEach(await readLeavers(db, since, at), ({ rules, playerId }) =>
    inTransaction(db, async (tx) => {
      await lockLadder(tx, rules)
      // a game may have begun meanwhile
      const which = Prisma.sql`AND e.rules = ${rules} AND e.player_id = ${playerId}`
      const [leaver] = await readLeavers(tx, since, at, which)
      if (!leaver) return
      // counted before it is given up, for the event
      const place = leaver.closed ? null : await countPlace(tx, rules, playerId)
      await giveUpPlace(tx, leaver)
      if (place === null) return forfeitRunning(tx, leaver)
      const event = { type: 'ladder', ladder: { rules, change: 'dropped', place } } as const
      await append(tx, [{ event, playerIds: [playerId] }], { by: null, at })
    }),
  )
}

async function readLeavers(db: Db, since: Date, at: Date, which = Prisma.empty): Promise<Leaver[]> {
  const idleSince = daysBefore(at, LADDER_IDLE_DAYS)
  const rows = await readRows(
    db,
    leaverSchema,
    Prisma.sql`
      SELECT rules, "playerId", bool_or(closed) AS closed FROM (
        SELECT e.rules, e.player_id AS "playerId", e.place, true AS closed
        FROM ${recentlyClosed(since, at)} JOIN ladder_entries e ON e.player_id = s.player_id
        WHERE true ${which}
        UNION ALL
        SELECT e.rules, e.player_id, e.place, false FROM ladder_entries e
        WHERE e.active_at <= ${idleSince}::timestamptz AND e.active_at <= ${idleSince}::timestamptz - coalesce((
          SELECT sum(least(v.until, ${at}::timestamptz) - greatest(v."from", e.active_at)) FROM vacations v
          WHERE v.player_id = e.player_id AND v.until > e.active_at AND v."from" < ${at}::timestamptz
        ), interval '0') ${which}
      ) leavers
      GROUP BY rules, "playerId", place ORDER BY rules, place DESC`,
  )
  return rows.map((row) => ({ ...row, at }))
}

/** Everybody below moves up, because places are counted. @returns whether the player had a place */
async function giveUpPlace(db: Db, { rules, playerId, at }: LeaveLadder): Promise<boolean> {
  const where = { rules_playerId: { rules, playerId } }
  const left = await db.ladderEntry.findUnique({ where, select: { place: true } })
  if (!left) return false
  await db.ladderEntry.delete({ where })
  // processes of the release before do not count places; for them the table has no gaps
  if (!(await areOldProcessesGone(db, 'ladder_gaps', at)))
    await db.ladderEntry.updateMany({
      where: { rules, place: { gt: left.place } },
      data: { place: { decrement: 1 } },
    })
  await recordTop(db, rules, at)
  return true
}

async function forfeitRunning(db: Db, { rules, playerId, at }: LeaveLadder): Promise<void> {
  const games = await queryGames(
    db,
    Prisma.sql`ladder_games l JOIN games g ON g.id = l.game_id`,
    Prisma.sql`WHERE l.rules = ${rules} AND l.settled_at IS NULL AND ${playerId} IN (l.challenger_id, l.challenged_id)
      ORDER BY g.id`,
  )
  await forfeitGames(db, games, playerId, at)
}
