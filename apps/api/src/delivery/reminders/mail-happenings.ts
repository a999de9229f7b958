import type { Game, MailTopic, Notification, NotificationKind } from '@tegenzet/contract'
import type { Transaction } from '@tegenzet/db'
import { opponent } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { localMoment, NEWS_WORDS, rulesName, tellNotice } from '../mail/news.ts'
import { mailNews } from './mail-news.ts'
import { placeOf } from './place-of.ts'
import { afterQuiet, type Reader } from './reader.ts'

/** Long enough to see it in the app first: then it is not mailed. */
export const SEEN_WITHIN_MS = 5 * 60_000
const DAY_MS = 86_400_000

/** A player's account, with what of what happens it has mailed at once. */
export interface MailedReader extends Reader {
  mailed: MailTopic[]
}

const HAPPENING_OF: Partial<Record<NotificationKind, MailTopic>> = {
  'challenge-received': 'challenge',
  'challenge-declined': 'challenge',
  'challenge-expired': 'challenge',
  'message-received': 'message',
  'game-begun': 'game-begun',
  'game-over': 'game-over',
  'draw-offered': 'claim',
  'claim-filed': 'claim',
  'claim-withdrawn': 'claim',
  'claim-ruled': 'claim',
  'vacation-begun': 'vacation',
  'report-ruled': 'report',
}

/** Mails what a notice tells, unless it is read before the mail goes out. */
export async function mailNotice(
  tx: Transaction,
  deps: Deps,
  reader: MailedReader,
  notice: Notification,
): Promise<void> {
  const kind = HAPPENING_OF[notice.kind]
  const { language } = reader
  const sentence = tellNotice(notice, reader)
  if (!kind || sentence === null || !reader.mailed.includes(kind)) return
  const { label, address } = placeOf(notice, language)
  const now = deps.now()
  await mailNews(
    tx,
    deps,
    reader,
    {
      kind,
      subject: sentence,
      blocks: [`${sentence}.`, { label, address: deps.config.publicUrl + address }],
    },
    { key: `notice:${notice.id}`, notificationId: notice.id, ...mailTime(reader, now, 7 * DAY_MS) },
  )
}

/** Whose turn has come by what their opponent did; of a game that has just begun its own notice tells. */
export const turnOf = (game: Game, actorId: number | null): number | null =>
  game.status === 'active' && game.turn && game.ply > 0 && actorId === game[opponent(game.turn)].id
    ? game[game.turn].id
    : null

/** Mails that it is the reader's move, unless they have made it before the mail goes out. */
export async function mailTurn(tx: Transaction, deps: Deps, reader: MailedReader, game: Game): Promise<void> {
  const { id: gameId, ply, turn, deadline } = game
  if (!reader.mailed.includes('turn') || !turn || !deadline) return
  const { language } = reader
  const words = NEWS_WORDS[language]
  const by = game[opponent(turn)].username
  const rules = rulesName(game.rules, language)
  await mailNews(
    tx,
    deps,
    reader,
    {
      kind: 'turn',
      subject: words.yourMove(by),
      blocks: [
        words.hasMoved({ by, rules, deadline: localMoment(new Date(deadline), reader) }),
        { label: words.openGame, address: `${deps.config.publicUrl}/games/${gameId}` },
      ],
    },
    { key: `turn:${gameId}:${ply}`, gameId, ply, ...mailTime(reader, deps.now(), 7 * DAY_MS) },
  )
}

function mailTime(reader: Reader, now: Date, usefulMs: number): { nextAt: Date; expiresAt: Date } {
  const nextAt = afterQuiet(reader, new Date(now.getTime() + SEEN_WITHIN_MS))
  return { nextAt, expiresAt: new Date(nextAt.getTime() + usefulMs) }
}
