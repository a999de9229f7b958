import type { Language, MailDelivery, MailKind } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { readRows } from '../store/read-rows.ts'
import type { Db } from '../store/transaction.ts'
import type { Site, WrittenLetter } from './layout.ts'
import { type Letter, writeLetter } from './letters.ts'
import { enqueueMails } from './mail-queue.ts'

export interface Mail {
  /** Identifies the reason for the mail. One mail is written per key. */
  key: string
  /** null: does the same work without writing a mail, so that response times do not reveal who has an account. */
  accountId: number | null
  recipient: string
  language: Language
  letter: Letter
  /** Not sent before this time. Default: now. */
  nextAt?: Date
  /** The mail is not sent after this time. */
  expiresAt: Date
  /** The recipient has confirmed this address, although it is no longer the account's. */
  wasConfirmed?: boolean
}

/** The mails that go to addresses nobody has confirmed. Those who request them count them. */
const FOR_UNCONFIRMED: readonly MailKind[] = ['verify-email', 'change-email', 'reset-password']

/**
 * Writes a mail, which is sent after the commit. Without SMTP the server keeps it for its admins. Guests and built-in bots
 * have no address and get none. An address that nobody has confirmed may be a stranger's, so it gets the necessary ones
 * only.
 */
export async function writeMail(deps: Deps, db: Db, mail: Mail): Promise<void> {
  const { key, accountId, recipient, language, letter, nextAt = deps.now(), expiresAt, wasConfirmed } = mail
  if (accountId !== null && !recipient.includes('@')) return
  const { kind } = letter
  await insertMail(deps, db, {
    key,
    accountId,
    recipient,
    nextAt,
    expiresAt,
    kind,
    letter: writeLetter(language, letter, siteOf(deps.config)),
    mayBeUnconfirmed: !deps.config.mail || wasConfirmed || FOR_UNCONFIRMED.includes(kind),
  })
}

/** Replaces the text of a mail that still waits. */
export async function rewriteMail(
  { config }: Deps,
  db: Db,
  { key, language, letter, expiresAt }: Pick<Mail, 'key' | 'language' | 'letter' | 'expiresAt'>,
): Promise<void> {
  const { subject, text, html } = writeLetter(language, letter, siteOf(config))
  await db.mail.updateMany({ where: { key, state: 'waiting' }, data: { subject, text, html, expiresAt } })
}

/** When a mail is to be sent. */
export interface MailTime {
  /** Identifies the reason for the mail. One mail is written per key. */
  key: string
  /** Not sent before this time. */
  nextAt: Date
  expiresAt: Date
  /** Not sent once this notification has been read. */
  notificationId?: number
  /** Only sent while the game is at this ply. */
  gameId?: number
  ply?: number
}

const insertedSchema = z.object({ id: z.int(), behind: z.int() })

/** @returns how many were written: none or one */
export async function insertMail(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  mail: MailTime & {
    accountId: number | null
    recipient: string
    kind: MailKind
    letter: WrittenLetter
    /** Default: it is only written to the account's confirmed address. */
    mayBeUnconfirmed?: boolean | undefined
  },
): Promise<number> {
  const { key, accountId, recipient, kind, letter, nextAt, expiresAt, notificationId, gameId, ply } = mail
  const { mayBeUnconfirmed = false } = mail
  const state = config.mail ? 'waiting' : 'kept'
  const written = await readRows(
    db,
    insertedSchema,
    Prisma.sql`
      INSERT INTO mails (key, account_id, kind, recipient, subject, text, html, state, next_at, expires_at,
        notification_id, game_id, ply, created_at)
      SELECT ${key}, id, ${kind}, ${recipient}, ${letter.subject}, ${letter.text}, ${letter.html},
        ${state}::mail_state, ${nextAt}::timestamptz, ${expiresAt}::timestamptz, ${notificationId ?? null}::int,
        ${gameId ?? null}::int, ${ply ?? null}::int, ${now()}::timestamptz
      FROM accounts WHERE id = ${accountId}::int
        AND (${mayBeUnconfirmed} OR (email_verified AND email = ${recipient}))
      ON CONFLICT (key) DO NOTHING
      RETURNING id, (
        SELECT count(*)::int FROM mails m
        WHERE m.account_id = mails.account_id AND m.state = 'waiting' AND m.next_at <= mails.next_at
      ) AS behind`,
  )
  // also without a row, to do the same work: see `accountId`
  const queued = written.map((row) => ({ ...row, kind, nextAt }))
  if (config.mail) await enqueueMails({ now }, db, queued)
  return written.length
}

/** The site as mails name it. */
export const siteOf = ({ siteName, publicUrl }: Deps['config']): Site => ({ name: siteName, url: publicUrl })

/** How this server delivers mail. */
export const deliveryOf = ({ mail }: Deps['config']): { delivery: MailDelivery } => ({
  delivery: mail ? 'mail' : 'host',
})
