import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { readIds } from '../../store/read-ids.ts'
import { readRow } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { tellClubs } from './club-news.ts'

/** The row in `leases` that says up to which moment clubs have been told. */
const TOLD_UNTIL = 'lineups-closing-told'

/** Tells clubs once that line-ups close soon: a day before, or when three quarters of a shorter time are over. */
export const tellClosing = ({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> =>
  inTransaction(db, async (tx) => {
    const at = now()
    // the lock makes the next process wait until the row says what this one has told
    const { since } = await readRow(
      tx,
      z.object({ since: z.date() }),
      Prisma.sql`
        INSERT INTO leases AS l (name, at) VALUES (${TOLD_UNTIL}, ${at}::timestamptz)
        ON CONFLICT (name) DO UPDATE SET name = l.name RETURNING l.at AS since`,
    )
    const closing = await readIds(
      tx,
      Prisma.sql`
        SELECT id FROM matches, LATERAL (
          SELECT lineups_close_at - least(interval '24 hours', (lineups_close_at - created_at) / 4) AS at
        ) soon
        WHERE state = 'open' AND lineups_close_at > ${at}::timestamptz
          AND lineups_close_at <= ${at}::timestamptz + interval '24 hours'
          AND soon.at > ${since}::timestamptz AND soon.at <= ${at}::timestamptz
        ORDER BY id`,
    )
    await tellClubs(
      tx,
      closing.map((match) => ({
        kind: 'lineups-closing',
        subject: { match, change: 'closing' },
        createdAt: at,
      })),
    )
    await tx.lease.update({ where: { name: TOLD_UNTIL }, data: { at } })
    return closing.length
  })
