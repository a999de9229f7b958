import type { PushMessage } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import type { NewsSubject } from '../news/news.ts'
import { readNews } from '../news/read-news.ts'
import { READER_COLUMNS, readerSchema } from '../notification-mail/reader.ts'

const recipientSchema = readerSchema.extend({
  subscription: z.int(),
  refusedSince: z.date().nullable(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  /** Games in which it is the reader's turn. */
  waiting: z.int(),
})
export type Recipient = z.output<typeof recipientSchema>

/** Reads a subscription with its account. @returns null if it or its session has ended */
export async function readRecipient(db: Db, subscription: number, now: Date): Promise<Recipient | null> {
  const [recipient] = await readRows(
    db,
    recipientSchema,
    Prisma.sql`
      SELECT ${READER_COLUMNS}, s.id AS subscription, s.refused_since AS "refusedSince", s.endpoint, s.p256dh, s.auth,
        (SELECT count(*)::int FROM games g WHERE g.status = 'active'
          AND ((g.white_id = a.player_id AND g.turn = 'white') OR (g.black_id = a.player_id AND g.turn = 'black'))) AS waiting
      FROM push_subscriptions s JOIN accounts a ON a.id = s.account_id
        JOIN sessions x ON x.id = s.session_id AND x.expires_at > ${now}::timestamptz
      WHERE s.id = ${subscription}`,
  )
  return recipient ?? null
}

/** Writes the message. @returns null if it is no longer news, `answering` while conditional moves are about to answer */
export async function readPush(
  db: Db,
  reader: Recipient,
  subject: NewsSubject,
): Promise<PushMessage | 'answering' | null> {
  const news = await readNews(db, reader, subject)
  return news === null || news === 'answering' ? news : { ...news, tag: news.url, badge: reader.waiting }
}

/** A message that replaces an outdated notification, and what the browser shows afterwards. */
interface Replacement {
  message: PushMessage
  subject: NewsSubject | null
}

/**
 * Writes the replacement of an outdated notification: the player's turn again, if it is still their turn and a notification
 * about the game had covered that, otherwise a withdrawal.
 * @returns null if it is still news, `answering` while conditional moves are about to answer
 */
export async function readReplacement(
  db: Db,
  reader: Recipient,
  shown: NewsSubject,
  tag: string,
): Promise<Replacement | 'answering' | null> {
  const current = await readPush(db, reader, shown)
  if (current) return current === 'answering' ? current : null
  const subject = 'notification' in shown ? await readTurnOf(db, reader, shown.notification) : null
  const turn = subject && (await readPush(db, reader, subject))
  if (turn === 'answering') return turn
  if (turn) return { message: { ...turn, silent: true }, subject }
  const title = m.notifications_settled({}, { locale: reader.language })
  return {
    message: { title, body: '', url: tag, tag, badge: reader.waiting, withdrawn: true },
    subject: null,
  }
}

/** The turn that the player's browsers were told about, in the game of a notification. */
async function readTurnOf(
  db: Db,
  { playerId }: Recipient,
  notification: number,
): Promise<{ game: number; ply: number } | null> {
  const [turn] = await readRows(
    db,
    z.object({ game: z.int(), ply: z.int() }),
    Prisma.sql`
      SELECT g.id AS game, g.ply FROM notifications n JOIN games g ON g.id = n.game_id
      WHERE n.id = ${notification} AND g.ply > 0
        AND CASE g.turn WHEN 'white' THEN g.white_id ELSE g.black_id END = ${playerId}`,
  )
  return turn ?? null
}
