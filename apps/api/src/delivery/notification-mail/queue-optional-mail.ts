import type { Deps } from '../../deps.ts'
import { unsubscribeLink } from '../../mail/unsubscribe-token.ts'
import { insertMail, type MailTime, siteOf } from '../../mail/write-mail.ts'
import type { Db } from '../../store/transaction.ts'
import type { Reader } from './reader.ts'
import { type OptionalLetter, writeOptionalMail } from './write-optional-mail.ts'

/**
 * Writes an optional mail if the reader has a verified address. Without SMTP the server keeps none of these mails, because
 * admins do not need to see them.
 * @returns the number of mails: 0 or 1
 */
export async function queueOptionalMail(
  deps: Deps,
  db: Db,
  reader: Reader,
  letter: OptionalLetter,
  time: MailTime,
): Promise<number> {
  const { config } = deps
  const { accountId, email, emailVerified } = reader
  if (!config.mail || !emailVerified) return 0
  const written = writeOptionalMail(reader, letter, {
    site: siteOf(config),
    unsubscribe: unsubscribeLink(config, { accountId, kind: letter.kind }),
  })
  return insertMail(deps, db, {
    ...time,
    accountId,
    recipient: email,
    kind: letter.kind,
    letter: written,
  })
}
