import type { Deps } from '../deps.ts'
import { isRefusal, type MAIL_OUTCOMES, type Mailer, type OutgoingMail } from './mailer.ts'

const MINUTE = 60_000
/** Between two attempts; the last one again and again, until the mail is of no use. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE)
/** Whoever took a mail and has not said what became of it has died: longer than an attempt can take. */
const LEASE_MS = 5 * MINUTE

interface TakenMail extends OutgoingMail {
  id: number
  attempts: number
  expiresAt: Date
}

/**
 * Sends the mail that is due first. A process that dies between sending and writing it down leaves the mail to be sent
 * again: at least once, with the same Message-ID.
 * @returns whether there was one
 */
export async function sendNextMail(deps: Deps, mailer: Mailer): Promise<boolean> {
  const mail = await takeMail(deps)
  if (!mail) return false
  let failure: unknown
  try {
    await mailer.send(mail)
  } catch (error) {
    failure = error
    deps.log.warn({ err: error, mail: mail.id }, 'a mail was not taken')
  }
  mailer.tally[await record(deps, mail, failure)]++
  return true
}

/** Takes a mail off the queue for a while: of several processes each takes others. */
async function takeMail({ database, now }: Deps): Promise<TakenMail | undefined> {
  const at = now()
  const lease = new Date(at.getTime() + LEASE_MS)
  const [mail] = await database.prisma.$queryRaw<TakenMail[]>`
    UPDATE mails SET attempts = attempts + 1, next_at = ${lease}::timestamptz
    WHERE id = (
      SELECT id FROM mails
      WHERE state = 'waiting' AND next_at <= ${at}::timestamptz AND expires_at > ${at}::timestamptz
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, key, recipient, subject, text, html, attempts, expires_at AS "expiresAt", created_at AS "createdAt"`
  return mail
}

/** @returns what became of it */
async function record(
  { database, now }: Deps,
  { id, attempts, expiresAt }: TakenMail,
  failure: unknown,
): Promise<(typeof MAIL_OUTCOMES)[number]> {
  const at = now()
  const mine = { id, attempts, state: 'waiting' } as const
  const gone = { text: null, html: null }
  if (failure === undefined) {
    await database.prisma.mail.updateMany({
      where: mine,
      data: { ...gone, state: 'sent', sentAt: at, error: null },
    })
    return 'sent'
  }
  const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, 500)
  const nextAt = new Date(at.getTime() + PAUSES[Math.min(attempts, PAUSES.length) - 1]!)
  const state = isRefusal(failure) || nextAt >= expiresAt ? 'failed' : 'waiting'
  await database.prisma.mail.updateMany({
    where: mine,
    data: { error, state, ...(state === 'failed' ? gone : { nextAt }) },
  })
  return state
}

/** What is of no use any more is not sent, and what it said is forgotten: a link lets in whoever has it. @returns how many */
export async function expireMails({ database, now }: Deps): Promise<number> {
  return database.prisma.$executeRaw`
    UPDATE mails SET text = NULL, html = NULL, state = CASE WHEN state = 'waiting' THEN 'failed' ELSE state END
    WHERE text IS NOT NULL AND expires_at <= ${now()}::timestamptz`
}
