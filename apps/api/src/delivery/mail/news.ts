import type { Language, Notification, OptionalMailKind } from '@tegenzet/contract'
import { type OutcomeReason, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { type Block, layOut, type WrittenLetter } from '../../mail/layout.ts'
import { WORDS } from '../../mail/words.ts'
import { de } from './words/news-de.ts'
import { en } from './words/news-en.ts'
import { fr } from './words/news-fr.ts'
import { nl } from './words/news-nl.ts'

/** The notices that mails tell of. */
export const TOLD_KINDS = [
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
export type ToldKind = (typeof TOLD_KINDS)[number]
export type ParamsOf<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>['params']

/** What mails of news say in one language. `rules` are names, moments are worded already. */
export interface NewsWords {
  reasons: Record<OutcomeReason, string>
  /** Each a sentence that can stand alone as a subject. */
  tell: {
    [K in ToldKind]: (
      params: Omit<ParamsOf<K>, 'rules' | 'reason'> & { rules: string; reason: string },
    ) => string
  }
  yourMove: (by: string) => string
  hasMoved: (game: { by: string; rules: string; deadline: string }) => string
  /** A game in a list. */
  game: (game: { by: string; rules: string; deadline: string }) => string
  timeRunsOut: (by: string) => string
  timesRunOut: (games: number) => string
  remember: string
  gamesWait: (games: number) => string
  happened: string
  waiting: string
  since: string
  more: (count: number) => string
  openGame: string
  openGames: string
  openLobby: string
  openPlayer: (name: string) => string
  openReports: string
  /** Why the reader gets it. */
  why: string
  settings: string
  noMore: Record<OptionalMailKind, string>
}

export const NEWS_WORDS: Record<Language, NewsWords> = { nl, de, en, fr }

/** Who reads it, and where what they need not have ends. */
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

/** A letter with its way out below it. */
export function writeNews(
  { username, language }: NewsReader,
  { kind, subject, blocks }: NewsLetter,
  { site, unsubscribe }: { site: string; unsubscribe: string },
): WrittenLetter {
  const words = NEWS_WORDS[language]
  return layOut(
    language,
    subject,
    [
      WORDS[language].greeting(username),
      ...blocks,
      words.why,
      {
        lines: [
          { label: words.settings, address: `${site}/account/reminders` },
          { label: words.noMore[kind], address: unsubscribe },
        ],
      },
    ],
    site,
  )
}

/** A moment as the reader's own clock and calendar show it. */
export const localMoment = (at: Date, { language, timezone }: NewsReader): string =>
  new Intl.DateTimeFormat(language, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: timezone, timeZoneName: 'short' },
  }).format(at)

export const rulesName = (rules: RuleSetId, language: Language): string => ruleSet(rules).names[language]

/** What a notice tells, as a sentence; null of what mails do not tell. */
export function tellNotice(
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  reader: NewsReader,
): string | null {
  if (!TOLD_KINDS.some((each) => each === kind)) return null
  const { language } = reader
  const { tell, reasons } = NEWS_WORDS[language]
  const { rules, reason, until } = params as { rules?: RuleSetId; reason?: OutcomeReason; until?: string }
  const worded = {
    ...params,
    rules: rules && rulesName(rules, language),
    reason: reason ? reasons[reason] : '',
    until: until && localMoment(new Date(until), reader),
  }
  return (tell[kind as ToldKind] as (params: object) => string)(worded)
}
