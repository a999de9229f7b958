import { LANGUAGES, type Language } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Letter } from '../../mail/letters.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { oneOf } from '../../store/decode.ts'
import type { Tx } from '../../store/transaction.ts'
import { type NewNotification, writeNotification } from './write-notification.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The columns of an account that can be told. */
export const TOLD_ACCOUNT = {
  select: { id: true, playerId: true, name: true, email: true, language: true },
} as const

interface ToldAccount {
  id: number
  playerId: number
  name: string
  email: string
  language: string
}

interface Told extends Pick<NewNotification, 'kind' | 'params' | 'key'> {
  letter(reader: { username: string; language: Language }): Letter
}

/** Tells an account once that something of its own no longer works: in the inbox, and by mail if it has an address. */
export async function notifyAndMail(
  deps: Deps,
  tx: Tx,
  account: ToldAccount,
  { letter, ...notification }: Told,
): Promise<void> {
  const { id: accountId, playerId, name: username, email: recipient } = account
  const at = deps.now()
  const language = oneOf(LANGUAGES, account.language)
  await writeNotification(tx, { ...notification, accountId, playerId, game: null, createdAt: at })
  await writeMail(deps, tx, {
    key: notification.key,
    accountId,
    recipient,
    language,
    letter: letter({ username, language }),
    expiresAt: new Date(at.getTime() + WEEK_MS),
  })
}
