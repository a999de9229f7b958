import { type MailKind, OPTIONAL_MAIL_KINDS, type OptionalMailKind } from '@tegenzet/contract'
import type { Deps } from '../deps.ts'
import { mailAttempts } from '../metrics.ts'
import { isRefusal, type Mailer, type MailOutcome, type OutgoingMail } from './mailer.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'

const MINUTE = 60_000
/** Between two attempts; the last one again and again, until the mail is of no use. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE)
/** Whoever took a mail and has not said what became of it has died: longer than an attempt can take. */
const LEASE_MS = 5 * MINUTE
const OVERTAKEN = 'Not sent: what it tells of was seen before, or is over.'

interface TakenMail extends OutgoingMail {
  id: number
  accountId: number
  kind: MailKind
  /** Nobody has seen what it tells of, and it still stands. */
  isOfUse: boolean
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
  if (!mail.isOfUse) {
    mailAttempts.inc({ kind: mail.kind, outcome: 'overtaken' })
    return true
  }
  let failure: unknown
  try {
    await mailer.send(
      mail,
      isNews(mail.kind) ? unsubscribeLink(deps.config, { ...mail, kind: mail.kind }) : null,
    )
  } catch (error) {
    failure = error
    deps.log.warn({ err: error, mail: mail.id }, 'a mail was not taken')
  }
  mailAttempts.inc({ kind: mail.kind, outcome: await record(deps, mail, failure) })
  return true
}

const isNews = (kind: MailKind): kind is OptionalMailKind => OPTIONAL_MAIL_KINDS.some((each) => each === kind)

/** Takes a mail off the queue for a while, or for good where it is of no more use: of several processes each takes others. */
async function takeMail({ database, now }: Deps): Promise<TakenMail | undefined> {
  const at = now()
  const lease = new Date(at.getTime() + LEASE_MS)
  const [mail] = await database.prisma.$queryRaw<TakenMail[]>`
    WITH taken AS (
      SELECT id, (
          notification_id IS NULL OR EXISTS (SELECT FROM notifications n WHERE n.id = m.notification_id AND n.read_at IS NULL)
        ) AND (
          game_id IS NULL
          OR EXISTS (SELECT FROM games g WHERE g.id = m.game_id AND g.ply = m.ply AND g.status = 'active')
        ) AS "isOfUse"
      FROM mails m
      WHERE state = 'waiting' AND next_at <= ${at}::timestamptz AND expires_at > ${at}::timestamptz
      ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE mails m SET next_at = ${lease}::timestamptz,
      attempts = attempts + CASE WHEN "isOfUse" THEN 1 ELSE 0 END,
      state = CASE WHEN "isOfUse" THEN 'waiting' ELSE 'failed' END::mail_state,
      text = CASE WHEN "isOfUse" THEN text END,
      html = CASE WHEN "isOfUse" THEN html END,
      error = CASE WHEN "isOfUse" THEN error ELSE ${OVERTAKEN} END
    FROM taken WHERE m.id = taken.id
    RETURNING m.id, key, account_id AS "accountId", kind, recipient, subject, text, html, attempts, "isOfUse",
      expires_at AS "expiresAt", created_at AS "createdAt"`
  return mail
}

/** @returns what became of it */
async function record(
  { database, now }: Deps,
  { id, attempts, expiresAt }: TakenMail,
  failure: unknown,
): Promise<MailOutcome> {
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
