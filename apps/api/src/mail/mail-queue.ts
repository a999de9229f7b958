import type { MailKind } from '@tegenzet/contract'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { QueueDefinition } from '../jobs/queues.ts'
import type { Db } from '../store/transaction.ts'

/** A row of `mails` that is to be sent. */
export interface MailJob {
  mail: number
}

export const MAILS: QueueDefinition<MailJob> = { name: 'mails' }

/** The mailer's own timeouts end an attempt sooner. */
export const MAIL_TIMEOUT_SECONDS = 300

interface QueuedMail {
  id: number
  kind: string
  nextAt: Date
  /** How many mails to its account wait. */
  behind: number
}

/** Somebody sits in front of the screen and waits for it. */
const AWAITED: readonly string[] = ['verify-email', 'change-email', 'reset-password'] satisfies MailKind[]

/**
 * Queues mails to be sent at `nextAt`, awaited ones first and those of each account by turns. A mail that is queued already
 * is not queued again.
 */
export const enqueueMails = (
  { now }: Pick<Deps, 'now'>,
  db: Db,
  mails: readonly QueuedMail[],
): Promise<void> =>
  enqueue(
    db,
    MAILS,
    mails.map(({ id, kind, nextAt, behind }) => ({
      data: { mail: id },
      order: id,
      behind,
      isUrgent: AWAITED.includes(kind),
      once: true,
      afterMs: Math.max(0, nextAt.getTime() - now().getTime()),
    })),
  )

const BATCH = 1000

/** Queues all waiting mails, because a version without the queue may have written them, or a backup may lack the queue. */
export async function enqueueWaitingMails(deps: Pick<Deps, 'now'>, db: Db): Promise<void> {
  const waiting = new Map<number, number>()
  for (let after = 0; ; ) {
    const mails = await db.mail.findMany({
      where: { state: 'waiting', id: { gt: after } },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true, accountId: true, kind: true, nextAt: true },
    })
    const last = mails.at(-1)
    if (!last) return
    const queued = mails.map(({ accountId, ...mail }) => {
      const behind = waiting.get(accountId) ?? 0
      waiting.set(accountId, behind + 1)
      return { ...mail, behind }
    })
    await enqueueMails(deps, db, queued)
    after = last.id
  }
}
