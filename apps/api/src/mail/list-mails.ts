import { ok, type Result } from '@tegenzet/common'
import type { Mail, MailDetail, MailKind, Role } from '@tegenzet/contract'
import type { MailModel } from '@tegenzet/db'
import { recordAct } from '../admin-log/record-act.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { newestFirst } from '../store/newest-first.ts'
import type { Page } from '../store/page.ts'
import type { Db } from '../store/transaction.ts'

const WITH_ACCOUNT = { account: { select: { name: true, role: true, playerId: true } } } as const
type MailOfAccount = MailModel & { account: { name: string; role: Role; playerId: number } }

export const listMails = (
  deps: Deps,
  db: Db,
  caller: Caller,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<Mail>, Refusal>> =>
  newestFirst(
    query,
    (page) => db.mail.findMany({ ...page, include: WITH_ACCOUNT }),
    (row) => mailView(row, isReadable(deps, caller, row)),
  )

/** A mail with its text, if the caller may read it. Records who has read whose mail. */
export async function getMail(
  deps: Deps,
  db: Db,
  caller: Caller,
  id: number,
): Promise<Result<MailDetail, Refusal>> {
  const row = await db.mail.findUnique({ where: { id }, include: WITH_ACCOUNT })
  if (!row) return refuse('not-found', `There is no mail ${id}.`)
  const readable = isReadable(deps, caller, row)
  if (readable) {
    const names = { admin: caller.username, username: row.account.name }
    deps.log.info({ ...names, mail: id, kind: row.kind }, 'an admin has read a mail')
    await recordAct(db, {
      kind: 'mail-read',
      byId: caller.playerId,
      playerId: row.account.playerId,
      at: deps.now(),
      details: { mail: id, mailKind: row.kind },
    })
  }
  const { text, html } = readable ? row : { text: null, html: null }
  return ok({ ...mailView(row, readable), text, html })
}

/**
 * Links in a mail give access to the account. Only where the server sends no mail, the host has to pass them on, and even
 * then no admin may take over another one's account.
 */
const isReadable = ({ config, now }: Deps, { accountId }: Caller, row: MailOfAccount): boolean =>
  config.mail === null &&
  row.text !== null &&
  row.expiresAt > now() &&
  (row.account.role !== 'admin' || row.accountId === accountId)

const mailView = (row: MailOfAccount, readable: boolean): Mail => ({
  id: row.id,
  kind: row.kind as MailKind,
  username: row.account.name,
  recipient: row.recipient,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
  error: row.error,
  readable,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})
