import { LANGUAGES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import type { OutboxEvent } from '../../outbox/read-events.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const WEEK_MS = 7 * 86_400_000

const warningSchema = z.object({
  id: z.int(),
  accountId: z.int(),
  email: z.string(),
  username: z.string(),
  language: z.enum(LANGUAGES),
  by: z.string(),
  reason: z.string(),
})

/**
 * Mails the warnings given with rulings, even to players who turned other mail off. Without SMTP the server keeps none of
 * these mails, because they contain no link that is needed.
 */
export async function mailWarnings(deps: Deps, db: Db, events: readonly OutboxEvent[]): Promise<void> {
  if (!deps.config.mail) return
  const claims = events.flatMap(({ event }) =>
    event?.type === 'claim' && event.claim.verdict?.by ? event.claim.id : [],
  )
  const reports = events.flatMap(({ event }) =>
    event?.type === 'report' && event.report.verdict?.warned ? event.report.id : [],
  )
  if (claims.length + reports.length === 0) return
  for (const { id, accountId, email, language, ...about } of await readWarnings(db, claims, reports))
    await writeMail(deps, db, {
      key: `warned:${id}`,
      accountId,
      recipient: email,
      language,
      letter: { kind: 'warned', ...about, link: `${deps.config.publicUrl}/account` },
      expiresAt: new Date(deps.now().getTime() + WEEK_MS),
    })
}

const readWarnings = (db: Db, claims: readonly number[], reports: readonly number[]) =>
  readRows(
    db,
    warningSchema,
    Prisma.sql`
      SELECT w.id, a.id AS "accountId", a.email, a.name AS username, a.language, b.username AS by,
        coalesce(c.reason, r.reason) AS reason
      FROM warnings w
      LEFT JOIN ruling_warnings rw ON rw.warning_id = w.id
      LEFT JOIN rulings c ON c.id = rw.ruling_id
      LEFT JOIN report_rulings r ON r.warning_id = w.id
      JOIN players b ON b.id = coalesce(c.by_id, r.by_id)
      JOIN accounts a ON a.player_id = w.player_id AND a.email_verified
      WHERE c.claim_id = ANY(${[...claims]}::int[]) OR r.report_id = ANY(${[...reports]}::int[])
      ORDER BY w.id`,
  )
