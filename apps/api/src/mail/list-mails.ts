import type { Mail, MailDetail, MailKind } from '@tegenzet/contract'
import type { MailModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../store/page.ts'

const WITH_NAME = { account: { select: { name: true } } } as const

export async function listMails(
  { database }: Deps,
  { role }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Mail>, Refusal>> {
  if (role !== 'admin') return ADMINS_ONLY
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await database.prisma.mail.findMany({
    where: before.value === undefined ? {} : { id: { lt: before.value } },
    include: WITH_NAME,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ id }) => id, mailOf))
}

export async function getMail(
  { database, now }: Deps,
  { role }: Caller,
  id: number,
): Promise<Result<MailDetail, Refusal>> {
  if (role !== 'admin') return ADMINS_ONLY
  const row = id <= MAX_ID && (await database.prisma.mail.findUnique({ where: { id }, include: WITH_NAME }))
  if (!row) return refuse('not-found', `There is no mail ${id}.`)
  const stands = row.expiresAt > now()
  return ok({ ...mailOf(row), text: stands ? row.text : null, html: stands ? row.html : null })
}

const ADMINS_ONLY = refuse('forbidden', 'Only admins see the mails of this server.')

const mailOf = (row: MailModel & { account: { name: string } }): Mail => ({
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
