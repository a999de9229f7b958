import type { Language, Notification } from '@tegenzet/contract'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { dateLocale } from '@tegenzet/texts/date-locale'
import { formatNotification } from '@tegenzet/texts/format-notification'
import * as m from '@tegenzet/texts/messages'
import { type Competition, competitionSuffix } from '../../play/game/competition-name.ts'

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
  'time-given',
  'time-out',
  'plan-played',
  'vacation-begun',
  'report-ruled',
  'tournament',
  'ladder',
  'club',
  'match',
] as const satisfies Notification['kind'][]

/** The reader of a mail, with the language and time zone it is written in. */
export interface MailTextReader {
  username: string
  language: Language
  timezone: string
}

/** Formats a moment in the reader's language and time zone. */
export const localMoment = (at: Date, { language, timezone }: Omit<MailTextReader, 'username'>): string =>
  new Intl.DateTimeFormat(dateLocale(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
    timeZoneName: 'short',
  }).format(at)

export const rulesName = (rules: RuleSetId, language: Language): string => ruleSet(rules).names[language]

interface GameLine extends Competition {
  /** The opponent's name. */
  by: string
  deadline: Date
}

/** A game in which the reader is to move, with its competition. */
export function formatGameLine(game: GameLine, reader: MailTextReader): string {
  const { language } = reader
  const [rules, deadline] = [rulesName(game.rules, language), localMoment(game.deadline, reader)]
  return (
    m.mail_game({ by: game.by, rules, deadline }, { locale: language }) + competitionSuffix(game, language)
  )
}

/** Formats a notification as a mail subject, without the last full stop. @returns null if its kind is not mailed */
export function formatMailedNotification(
  notification: Pick<Notification, 'kind' | 'params'>,
  reader: MailTextReader,
): string | null {
  if (!MAILED_KINDS.some((kind) => kind === notification.kind)) return null
  const { language } = reader
  return formatNotification(notification, {
    locale: language,
    ruleSetName: (id) => rulesName(id, language),
    formatMoment: (instant) => localMoment(new Date(instant), reader),
  }).replace(/\.$/, '')
}
