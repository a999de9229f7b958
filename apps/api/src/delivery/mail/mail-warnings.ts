import type { Language } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import type { OutboxEvent } from '../../outbox/outbox.ts'

const WEEK_MS = 7 * 86_400_000

interface Warned {
  id: number
  accountId: number
  email: string
  username: string
  language: Language
  by: string
  reason: string
}

/**
 * Mails the warnings that came with rulings on claims and reports, whatever else their players have mailed. Where no mail
 * is sent none is kept for who runs the server: it lets nobody in.
 */
export async function mailWarnings(
  tx: Transaction,
  deps: Deps,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (!deps.config.mail) return
  const claims = events.flatMap(({ event }) =>
    event?.type === 'claim' && event.claim.verdict?.by ? event.claim.id : [],
  )
  const reports = events.flatMap(({ event }) =>
    event?.type === 'report' && event.report.verdict?.warned ? event.report.id : [],
  )
  if (claims.length + reports.length === 0) return
  const warned = await tx.$queryRaw<Warned[]>`
    SELECT w.id, a.id AS "accountId", a.email, a.name AS username, a.language, b.username AS by,
      coalesce(c.reason, r.reason) AS reason
    FROM warnings w
    LEFT JOIN rulings c ON c.id = w.ruling_id
    LEFT JOIN report_rulings r ON r.id = w.report_ruling_id
    JOIN players b ON b.id = coalesce(c.by_id, r.by_id)
    JOIN accounts a ON a.player_id = w.player_id AND a.email_verified
    WHERE w.ruling_id IN (SELECT id FROM rulings WHERE claim_id = ANY(${claims}::int[]))
      OR w.report_ruling_id IN (SELECT id FROM report_rulings WHERE report_id = ANY(${reports}::int[]))
    ORDER BY w.id`
  for (const { id, accountId, email, language, ...about } of warned)
    await writeMail(tx, deps, {
      ...{ key: `warned:${id}`, accountId, recipient: email, language },
      letter: { kind: 'warned', ...about, link: `${deps.config.publicUrl}/account` },
      expiresAt: new Date(deps.now().getTime() + WEEK_MS),
    })
}
