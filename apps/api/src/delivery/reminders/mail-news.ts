import type { Transaction } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { type MailTime, writeLetterDown } from '../../mail/write-mail.ts'
import { type NewsLetter, writeNews } from '../mail/news.ts'
import type { Reader } from './reader.ts'
import { unsubscribeLink } from './unsubscribe.ts'

/**
 * Mails what the reader need not have, if they have an address that is theirs. Where the server sends no mail none is
 * kept for who runs it: it is nobody's but the reader's.
 * @returns how many: none or one
 */
export async function mailNews(
  tx: Transaction,
  deps: Deps,
  reader: Reader,
  letter: NewsLetter,
  time: MailTime,
): Promise<number> {
  const { config } = deps
  const { accountId, email, emailVerified } = reader
  if (!config.mail || !emailVerified) return 0
  const written = writeNews(reader, letter, {
    site: config.publicUrl,
    unsubscribe: unsubscribeLink(deps, accountId, letter.kind),
  })
  return writeLetterDown(tx, deps, {
    ...{ ...time, accountId, recipient: email, kind: letter.kind },
    letter: written,
  })
}
