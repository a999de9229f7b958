import type { Prisma } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
import { deleteInBatches } from '../store/delete-in-batches.ts'
import type { Db } from '../store/transaction.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Deletes old mails that are not waiting to be sent. @returns how many */
export function pruneMails({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  const where = { createdAt: { lt: before }, state: { not: 'waiting' } } satisfies Prisma.MailWhereInput
  return deleteInBatches(async (limit) => (await db.mail.deleteMany({ where, limit })).count)
}

/**
 * Gives up expired mails and deletes their text, because a link in it may give access to the account.
 * @returns how many
 */
export const expireMails = ({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> =>
  db.$executeRaw`
    UPDATE mails SET text = NULL, html = NULL, state = CASE WHEN state = 'waiting' THEN 'failed' ELSE state END
    WHERE text IS NOT NULL AND expires_at <= ${now()}::timestamptz`
