import { MAIL_KINDS, type MailKind, OPTIONAL_MAIL_KINDS, type OptionalMailKind } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Backoff, backoffMs } from '../jobs/backoff.ts'
import type { Queue, TakenJob } from '../jobs/queues.ts'
import { mailAttempts } from '../metrics.ts'
import { existing } from '../store/existing.ts'
import { readRows } from '../store/read-rows.ts'
import { type Db, inTransaction } from '../store/transaction.ts'
import type { MailJob } from './mail-queue.ts'
import { isRefusal, type Mailer } from './mailer.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'

const MINUTE_MS = 60_000
/** Retries go on until the mail expires. */
const BACKOFF: Backoff = {
  delaysMs: [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS),
  repeatsLast: true,
}
const OVERTAKEN = 'Not sent: it was already seen in the app, or is no longer true.'

export interface SendDeps extends Pick<Deps, 'config' | 'now' | 'log'> {
  mailer: Mailer
  queue: Queue<MailJob>
}

type Job = TakenJob<MailJob>

/**
 * Sends a mail. If the process dies before it has recorded that, another one sends the mail again, with the same
 * Message-ID.
 */
export async function sendMail(deps: SendDeps, db: Db, job: Job): Promise<void> {
  const { config, mailer, queue, log, now } = deps
  const mail = await takeMail(db, job.data.mail, now())
  if (!mail) return queue.complete(db, job)
  const { kind } = mail
  if (!mail.isStillNews) {
    mailAttempts.inc({ kind, outcome: 'overtaken' })
    return queue.complete(db, job)
  }
  let failure: unknown
  try {
    await mailer.send(mail, isOptional(kind) ? unsubscribeLink(config, { ...mail, kind }) : null)
  } catch (error) {
    failure = error
    log.warn({ err: error, mail: mail.id }, 'a mail was not accepted')
  }
  const outcome = await inTransaction(db, (tx) => record(deps, tx, job, mail, failure))
  mailAttempts.inc({ kind, outcome })
}

const isOptional = (kind: MailKind): kind is OptionalMailKind =>
  OPTIONAL_MAIL_KINDS.some((each) => each === kind)

const takenSchema = z.object({
  id: z.int(),
  key: z.string(),
  accountId: z.int(),
  kind: z.enum(MAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  text: z.string().nullable().transform(String),
  html: z.string().nullable().transform(String),
  attempts: z.int(),
  /** The player has not seen its content in the app, and it is still true. */
  isStillNews: z.boolean(),
  expiresAt: z.date(),
  createdAt: z.date(),
})
type TakenMail = z.output<typeof takenSchema>

/** Counts an attempt, or gives the mail up if it is not news any more. @returns null if it was settled or has expired */
async function takeMail(db: Db, id: number, now: Date): Promise<TakenMail | null> {
  const [mail] = await readRows(
    db,
    takenSchema,
    Prisma.sql`
      WITH taken AS (
        SELECT id, (
            notification_id IS NULL
            OR EXISTS (SELECT FROM notifications n WHERE n.id = m.notification_id AND n.read_at IS NULL)
          ) AND (
            game_id IS NULL
            OR EXISTS (SELECT FROM games g WHERE g.id = m.game_id AND g.ply = m.ply AND g.status = 'active')
          ) AS "isStillNews"
        FROM mails m WHERE id = ${id} AND state = 'waiting' AND expires_at > ${now}::timestamptz
        FOR UPDATE
      )
      UPDATE mails m SET
        attempts = attempts + CASE WHEN "isStillNews" THEN 1 ELSE 0 END,
        state = CASE WHEN "isStillNews" THEN 'waiting' ELSE 'failed' END::mail_state,
        text = CASE WHEN "isStillNews" THEN text END,
        html = CASE WHEN "isStillNews" THEN html END,
        error = CASE WHEN "isStillNews" THEN error ELSE ${OVERTAKEN} END
      FROM taken WHERE m.id = taken.id
      RETURNING m.id, key, account_id AS "accountId", kind, recipient, subject, text, html, attempts, "isStillNews",
        expires_at AS "expiresAt", created_at AS "createdAt"`,
  )
  return mail ?? null
}

async function record(
  { queue, now }: SendDeps,
  db: Db,
  job: Job,
  { id, attempts, expiresAt }: TakenMail,
  failure: unknown,
): Promise<'sent' | 'waiting' | 'failed'> {
  const at = now()
  const where = { id, attempts, state: 'waiting' } as const
  const withoutText = { text: null, html: null }
  if (failure === undefined) {
    await db.mail.updateMany({ where, data: { ...withoutText, state: 'sent', sentAt: at, error: null } })
    await queue.complete(db, job)
    return 'sent'
  }
  const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, 500)
  const delay = existing(backoffMs(BACKOFF, attempts))
  const nextAt = new Date(at.getTime() + delay)
  if (isRefusal(failure) || nextAt >= expiresAt) {
    await db.mail.updateMany({ where, data: { ...withoutText, state: 'failed', error } })
    await queue.complete(db, job)
    return 'failed'
  }
  await db.mail.updateMany({ where, data: { nextAt, error } })
  await queue.retry(db, job, { afterMs: delay })
  return 'waiting'
}
