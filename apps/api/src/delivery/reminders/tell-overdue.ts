import { valueAt } from '@tegenzet/common'
import { ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { TIMEOUT_GRACE_MS } from '../../play/game/endings.ts'
import { beforeOutage } from '../../play/game/read-games.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { mailNotification, readMailReaders } from '../notification-mail/mail-event.ts'
import { writeNotifications } from '../notifications/write-notification.ts'

/** A deadline that was longer ago is not news any more. */
const DAY_MS = 86_400_000

const untoldSchema = z.object({
  accountId: z.int(),
  playerId: z.int(),
  game: z.int(),
  rules: ruleSetIdSchema,
  by: z.string(),
  own: z.boolean(),
  key: z.string(),
})

/**
 * Tells both players that the time of one of them is out, where the game goes on until the opponent claims the win. Several
 * processes may do so at once: a notification has a unique key.
 * @returns how many notifications it wrote
 */
export async function tellOverdue(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  const before = new Date(now.getTime() - TIMEOUT_GRACE_MS)
  const untold = await readRows(
    db,
    untoldSchema,
    Prisma.sql`
      SELECT a.id AS "accountId", seat.player_id AS "playerId", g.id AS game, g.rules, other.username AS by,
        g.turn = seat.side AS own, told.key
      FROM games g
        CROSS JOIN LATERAL (VALUES ('white'::side, white_id, black_id), ('black'::side, black_id, white_id))
          seat (side, player_id, other_id)
        CROSS JOIN LATERAL (SELECT format('time-out %s %s', g.id, g.ply) AS key) told
        JOIN accounts a ON a.player_id = seat.player_id JOIN players other ON other.id = seat.other_id
      WHERE g.status = 'active' AND g.timeouts = 'claimed' AND NOT ${beforeOutage(Prisma.sql`g`)}
        AND g.deadline < ${before}::timestamptz AND g.deadline > ${new Date(before.getTime() - DAY_MS)}::timestamptz
        AND NOT EXISTS (SELECT FROM notifications n WHERE n.account_id = a.id AND n.key = told.key)`,
  )
  const readers = await readMailReaders(
    db,
    untold.map(({ playerId }) => playerId),
  )
  return inTransaction(db, async (tx) => {
    const written = await writeNotifications(
      tx,
      untold.map(({ by, rules, own, ...each }) => ({
        ...each,
        kind: 'time-out',
        params: { by, rules, own },
        createdAt: now,
      })),
    )
    for (const [n, { playerId }] of untold.entries())
      if (written[n]) await mailNotification(deps, tx, valueAt(readers, playerId), written[n])
    return written.filter((each) => each !== null).length
  })
}
