import type { Language, MailDelivery, MailKind } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
import { readIds } from '../store/read-ids.ts'
import type { Tx } from '../store/transaction.ts'
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
  /** The mail is not sent after this time. */
  expiresAt: Date
}

/**
 * Writes a mail, which is sent after the commit. Without SMTP the server keeps it for its admins. Guests and built-in bots
 * have no address and get none.
 */
export async function writeMail(deps: Deps, tx: Tx, mail: Mail): Promise<void> {
  const { key, accountId, recipient, language, letter, expiresAt } = mail
  if (accountId !== null && !recipient.includes('@')) return
  await insertMail(deps, tx, {
    ...{ key, accountId, recipient, expiresAt, kind: letter.kind, nextAt: deps.now() },
    letter: writeLetter(language, letter, siteOf(deps.config)),
  })
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

/** @returns how many were written: none or one */
export async function insertMail(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  mail: MailTime & { accountId: number | null; recipient: string; kind: MailKind; letter: WrittenLetter },
): Promise<number> {
  const { key, accountId, recipient, kind, letter, nextAt, expiresAt, notificationId, gameId, ply } = mail
  const state = config.mail ? 'waiting' : 'kept'
  const ids = await readIds(
    tx,
    Prisma.sql`
      INSERT INTO mails (key, account_id, kind, recipient, subject, text, html, state, next_at, expires_at,
        notification_id, game_id, ply, created_at)
      SELECT ${key}, id, ${kind}, ${recipient}, ${letter.subject}, ${letter.text}, ${letter.html},
        ${state}::mail_state, ${nextAt}::timestamptz, ${expiresAt}::timestamptz, ${notificationId ?? null}::int,
        ${gameId ?? null}::int, ${ply ?? null}::int, ${now()}::timestamptz
      FROM accounts WHERE id = ${accountId}::int
      ON CONFLICT (key) DO NOTHING RETURNING id`,
  )
  // also without a row, to do the same work: see `accountId`
  const queued = ids.map((id) => ({ id, nextAt }))
  if (config.mail) await enqueueMails({ now }, tx, queued)
  return ids.length
}

/** The site as mails name it. */
export const siteOf = ({ siteName, publicUrl }: Deps['config']): Site => ({ name: siteName, url: publicUrl })

/** How this server delivers mail. */
export const deliveryOf = ({ mail }: Deps['config']): { delivery: MailDelivery } => ({
  delivery: mail ? 'mail' : 'host',
})
