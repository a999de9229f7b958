import type { Deps } from '../../deps.ts'
import { unsubscribeLink } from '../../mail/unsubscribe-token.ts'
import { insertMail, type MailTime } from '../../mail/write-mail.ts'
import type { Tx } from '../../store/transaction.ts'
import { type NewsLetter, writeNews } from './news.ts'
import type { Reader } from './reader.ts'

/**
 * Writes an optional mail, if the reader has a verified address. A server that sends no mail keeps none of these: they
 * are nobody's business but the reader's.
 * @returns how many: none or one
 */
export async function mailNews(
  deps: Deps,
  tx: Tx,
  reader: Reader,
  letter: NewsLetter,
  time: MailTime,
): Promise<number> {
  const { config } = deps
  const { accountId, email, emailVerified } = reader
  if (!config.mail || !emailVerified) return 0
  const written = writeNews(reader, letter, {
    site: config.publicUrl,
    unsubscribe: unsubscribeLink(config, { accountId, kind: letter.kind }),
  })
  return insertMail(deps, tx, {
    ...{ ...time, accountId, recipient: email, kind: letter.kind },
    letter: written,
  })
}
