import type { Language, MailDelivery, MailKind } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
import type { WrittenLetter } from './layout.ts'
import { type Letter, writeLetter } from './letters.ts'

export interface Mail {
  /** What it is about: a second one with the same key is not written. */
  key: string
  /** About whose account it is; of null nothing comes, after the same work. */
  accountId: number | null
  recipient: string
  language: Language
  letter: Letter
  /** It is of no use after. */
  expiresAt: Date
}

/** Writes a mail down, to be sent once the transaction is done; where no mail is sent, to be read by who runs the server. */
export async function writeMail(tx: Transaction, deps: Deps, mail: Mail): Promise<void> {
  const { key, accountId, recipient, language, letter, expiresAt } = mail
  await writeLetterDown(tx, deps, {
    ...{ key, accountId, recipient, expiresAt, kind: letter.kind, nextAt: deps.now() },
    letter: writeLetter(language, letter, deps.config.publicUrl),
  })
}

/** When a mail is of use. */
export interface MailTime {
  /** What it is about: a second one with the same key is not written. */
  key: string
  /** Not before. */
  nextAt: Date
  expiresAt: Date
  /** Until this notice has been read. */
  notificationId?: number
  /** While this game waits for its move at this ply. */
  gameId?: number
  ply?: number
}

/** @returns how many were written: none or one */
export function writeLetterDown(
  tx: Transaction,
  { config, now }: Deps,
  mail: MailTime & { accountId: number | null; recipient: string; kind: MailKind; letter: WrittenLetter },
): Promise<number> {
  const { key, accountId, recipient, kind, letter, nextAt, expiresAt, notificationId, gameId, ply } = mail
  const state = config.mail ? 'waiting' : 'kept'
  return tx.$executeRaw`
    INSERT INTO mails (key, account_id, kind, recipient, subject, text, html, state, next_at, expires_at, notification_id,
      game_id, ply, created_at)
    SELECT ${key}, id, ${kind}, ${recipient}, ${letter.subject}, ${letter.text}, ${letter.html}, ${state}::mail_state,
      ${nextAt}::timestamptz, ${expiresAt}::timestamptz, ${notificationId ?? null}::int, ${gameId ?? null}::int,
      ${ply ?? null}::int, ${now()}::timestamptz
    FROM accounts WHERE id = ${accountId}::int
    ON CONFLICT (key) DO NOTHING`
}

/** How mails go out here. */
export const deliveryOf = ({ mail }: Deps['config']): { delivery: MailDelivery } => ({
  delivery: mail ? 'mail' : 'host',
})
