import {
  type Game,
  MAIL_TOPICS,
  type MailTopic,
  type Notification,
  type NotificationKind,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { opponent } from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { formatMailedNotification, localMoment, rulesName } from './format-mailed-notification.ts'
import { notificationLink } from './notification-link.ts'
import { queueOptionalMail } from './queue-optional-mail.ts'
import { afterRest, READER_COLUMNS, type Reader, readerSchema } from './reader.ts'

/** Mails wait this long: what the player sees in the app before is not mailed. */
const WAIT_MS = 5 * 60_000
const WEEK_MS = 7 * 86_400_000

const mailReaderSchema = readerSchema.extend({ mailed: z.array(z.enum(MAIL_TOPICS)) })
/** A reader with the topics about which they get single mails. */
type MailReader = z.output<typeof mailReaderSchema>

/** Reads the accounts of players by player ID, without bots. Who gets the daily mail gets no single ones. */
export async function readMailReaders(
  db: Db,
  playerIds: readonly number[],
): Promise<Map<number, MailReader>> {
  if (playerIds.length === 0) return new Map()
  const readers = await readRows(
    db,
    mailReaderSchema,
    Prisma.sql`
      SELECT ${READER_COLUMNS}, CASE WHEN a.digest_at IS NULL THEN a.mailed ELSE '{}' END AS mailed
      FROM accounts a JOIN players p ON p.id = a.player_id AND p.kind = 'human'
      WHERE p.id = ANY(${[...playerIds]}::int[])`,
  )
  return new Map(readers.map((reader) => [reader.playerId, reader]))
}

const TOPICS: Partial<Record<NotificationKind, MailTopic>> = {
  'challenge-received': 'challenge',
  'challenge-declined': 'challenge',
  'challenge-expired': 'challenge',
  'message-received': 'message',
  'time-given': 'message',
  'time-out': 'game-over',
  'game-begun': 'game-begun',
  'game-over': 'game-over',
  'draw-offered': 'claim',
  'claim-filed': 'claim',
  'claim-withdrawn': 'claim',
  'claim-ruled': 'claim',
  'vacation-begun': 'vacation',
  'report-ruled': 'report',
  ladder: 'message',
}
type TournamentChange = Extract<Notification, { kind: 'tournament' }>['params']['change']
const TOURNAMENT_TOPICS: Record<TournamentChange, MailTopic> = {
  started: 'game-begun',
  postponed: 'game-begun',
  cancelled: 'game-begun',
  'stage-over': 'game-over',
  finished: 'game-over',
  promoted: 'game-over',
  relegated: 'game-over',
  announced: 'message',
  removed: 'message',
  skipped: 'message',
  entered: 'message',
}

type ClubChange = Extract<Notification, { kind: 'club' }>['params']['change']
const CLUB_TOPICS: Record<ClubChange, MailTopic> = {
  invited: 'challenge',
  requested: 'message',
  joined: 'message',
  declined: 'message',
  removed: 'message',
  role: 'message',
  announced: 'message',
  ended: 'message',
}
type MatchChange = Extract<Notification, { kind: 'match' }>['params']['change']
const MATCH_TOPICS: Record<MatchChange, MailTopic> = {
  proposed: 'challenge',
  declined: 'challenge',
  accepted: 'message',
  reminded: 'message',
  agreed: 'message',
  started: 'game-begun',
  cancelled: 'game-begun',
  'left-out': 'game-begun',
  skipped: 'message',
  'signed-up': 'message',
  finished: 'game-over',
}

/** Mails a notification. The mail is dropped if the notification is read before it is sent. */
export async function mailNotification(
  deps: Deps,
  db: Db,
  reader: MailReader,
  notification: Notification,
): Promise<void> {
  const topic = topicOf(notification)
  const sentence = formatMailedNotification(notification, reader)
  if (!topic || sentence === null || !reader.mailed.includes(topic)) return
  const { label, address } = notificationLink(notification, reader.language)
  const link = { label, address: deps.config.publicUrl + address }
  await queueOptionalMail(
    deps,
    db,
    reader,
    { kind: topic, subject: sentence, blocks: [`${sentence}.`, link] },
    { key: `notice:${notification.id}`, notificationId: notification.id, ...mailTime(reader, deps.now()) },
  )
}

function topicOf(notification: Notification): MailTopic | undefined {
  switch (notification.kind) {
    case 'tournament':
      return TOURNAMENT_TOPICS[notification.params.change]
    case 'club':
      return CLUB_TOPICS[notification.params.change]
    case 'match':
      return MATCH_TOPICS[notification.params.change]
    default:
      return TOPICS[notification.kind]
  }
}

/** The player to move after an action of the opponent; null if there is none. A new game has its own notification. */
export const playerToMove = (game: Game, actorId: number | null): number | null =>
  game.status === 'active' && game.turn && game.ply > 0 && actorId === game[opponent(game.turn)].id
    ? game[game.turn].id
    : null

/** Mails that it is the reader's turn. The mail is dropped if they move before it is sent. */
export async function mailTurn(deps: Deps, db: Db, reader: MailReader, game: Game): Promise<void> {
  const { id: gameId, ply, turn, deadline } = game
  if (!reader.mailed.includes('turn') || !turn || !deadline) return
  const { language } = reader
  const options = { locale: language }
  const by = game[opponent(turn)].username
  const rules = rulesName(game.rules, language)
  const link = { label: m.mail_open_game({}, options), address: `${deps.config.publicUrl}/games/${gameId}` }
  const moved = m.mail_has_moved({ by, rules, deadline: localMoment(new Date(deadline), reader) }, options)
  await queueOptionalMail(
    deps,
    db,
    reader,
    { kind: 'turn', subject: m.mail_your_move({ by }, options), blocks: [moved, link] },
    { key: `turn:${gameId}:${ply}`, gameId, ply, ...mailTime(reader, deps.now()) },
  )
}

function mailTime(reader: Reader, now: Date): { nextAt: Date; expiresAt: Date } {
  const nextAt = afterRest(reader, new Date(now.getTime() + WAIT_MS))
  return { nextAt, expiresAt: new Date(nextAt.getTime() + WEEK_MS) }
}
