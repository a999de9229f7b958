import type { Language, MailDelivery } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
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
export async function writeMail(tx: Transaction, { config, now }: Deps, mail: Mail): Promise<void> {
  const { key, accountId, recipient, language, letter, expiresAt } = mail
  const { subject, text, html } = writeLetter(language, letter, config.publicUrl)
  const at = now()
  const state = config.mail ? 'waiting' : 'kept'
  await tx.$executeRaw`
    INSERT INTO mails (key, account_id, kind, recipient, subject, text, html, state, next_at, expires_at, created_at)
    SELECT ${key}, id, ${letter.kind}, ${recipient}, ${subject}, ${text}, ${html}, ${state}::mail_state,
      ${at}::timestamptz, ${expiresAt}::timestamptz, ${at}::timestamptz
    FROM accounts WHERE id = ${accountId}::int
    ON CONFLICT (key) DO NOTHING`
}

/** How mails go out here. */
export const deliveryOf = ({ mail }: Deps['config']): { delivery: MailDelivery } => ({
  delivery: mail ? 'mail' : 'host',
})
