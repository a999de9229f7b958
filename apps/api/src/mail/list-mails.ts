import type { Mail, MailDetail, MailKind } from '@tegenzet/contract'
import type { MailModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../store/page.ts'
import type { Tx } from '../store/transaction.ts'

const WITH_NAME = { account: { select: { name: true } } } as const

export async function listMails(
  tx: Tx,
  { role }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Mail>, Refusal>> {
  if (role !== 'admin') return ADMINS_ONLY
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await tx.mail.findMany({
    where: before.value === undefined ? {} : { id: { lt: before.value } },
    include: WITH_NAME,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ id }) => id, mailView))
}

export async function getMail(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { role }: Caller,
  id: number,
): Promise<Result<MailDetail, Refusal>> {
  if (role !== 'admin') return ADMINS_ONLY
  const row = id <= MAX_ID && (await tx.mail.findUnique({ where: { id }, include: WITH_NAME }))
  if (!row) return refuse('not-found', `There is no mail ${id}.`)
  const isExpired = row.expiresAt <= now()
  return ok({ ...mailView(row), text: isExpired ? null : row.text, html: isExpired ? null : row.html })
}

const ADMINS_ONLY = refuse('forbidden', 'Only admins can read the mails of this server.')

const mailView = (row: MailModel & { account: { name: string } }): Mail => ({
  id: row.id,
  kind: row.kind as MailKind,
  username: row.account.name,
  recipient: row.recipient,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})
