import type { Language, Notification, OptionalMailKind } from '@tegenzet/contract'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { formatNotification } from '@tegenzet/texts/format-notification'
import * as m from '@tegenzet/texts/messages'
import { type Block, layOut, type WrittenLetter } from '../../mail/layout.ts'

/** The kinds of notifications that are mailed. */
export const MAILED_KINDS = [
  'challenge-received',
  'challenge-declined',
  'challenge-expired',
  'game-begun',
  'game-over',
  'draw-offered',
  'claim-filed',
  'claim-withdrawn',
  'claim-ruled',
  'message-received',
  'plan-played',
  'vacation-begun',
  'report-ruled',
] as const satisfies Notification['kind'][]

/** The reader of a mail, with the language and time zone it is written in. */
export interface NewsReader {
  username: string
  language: Language
  timezone: string
}

export interface NewsLetter {
  kind: OptionalMailKind
  subject: string
  blocks: readonly Block[]
}

/** Writes an optional mail. It ends with a link to the settings and one to unsubscribe. */
export function writeNews(
  { username, language }: NewsReader,
  { kind, subject, blocks }: NewsLetter,
  { site, unsubscribe }: { site: string; unsubscribe: string },
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
          { label: m.mail_settings({}, options), address: `${site}/account/reminders` },
          { label: m.mail_no_more({ topic: kind }, options), address: unsubscribe },
        ],
      },
    ],
    site,
  )
}

/** Formats a moment in the reader's language and time zone. */
export const localMoment = (at: Date, { language, timezone }: NewsReader): string =>
  new Intl.DateTimeFormat(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: timezone, timeZoneName: 'short' },
  }).format(at)

export const rulesName = (rules: RuleSetId, language: Language): string => ruleSet(rules).names[language]

/** Formats a notification as a mail subject, without the last full stop. @returns null if its kind is not mailed */
export function formatMailedNotification(
  notification: Pick<Notification, 'kind' | 'params'>,
  reader: NewsReader,
): string | null {
  if (!MAILED_KINDS.some((kind) => kind === notification.kind)) return null
  const { language } = reader
  return formatNotification(notification, {
    locale: language,
    ruleSetName: (id) => rulesName(id, language),
    formatMoment: (instant) => localMoment(new Date(instant), reader),
  }).replace(/\.$/, '')
}
