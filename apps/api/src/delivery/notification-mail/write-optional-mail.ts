import type { OptionalMailKind } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { type Block, layOut, type Site, type WrittenLetter } from '../../mail/layout.ts'
import type { MailTextReader } from './format-mailed-notification.ts'

export interface OptionalLetter {
  kind: OptionalMailKind
  subject: string
  blocks: readonly Block[]
}

/** Writes an optional mail. It ends with a link to the settings and one to unsubscribe. */
export function writeOptionalMail(
  { username, language }: MailTextReader,
  { kind, subject, blocks }: OptionalLetter,
  { site, unsubscribe }: { site: Site; unsubscribe: string },
): WrittenLetter {
  const options = { locale: language }
  return layOut(
    language,
    subject,
    [
      m.mail_greeting({ username }, options),
      ...blocks,
      m.mail_why({}, options),
      {
        lines: [
          { label: m.mail_settings({}, options), address: `${site.url}/account/reminders` },
          { label: m.mail_no_more({ topic: kind }, options), address: unsubscribe },
        ],
      },
    ],
    site,
  )
}
