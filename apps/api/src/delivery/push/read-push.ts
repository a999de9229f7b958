import { type Notification, type PushMessage, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { formatNotification } from '@tegenzet/texts/format-notification'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { localMoment, rulesName } from '../notification-mail/format-mailed-notification.ts'
import { notificationLink } from '../notification-mail/notification-link.ts'
import { READER_COLUMNS, readerSchema } from '../notification-mail/reader.ts'
import type { PushSubject } from './push-queue.ts'

const recipientSchema = readerSchema.extend({
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
      SELECT ${READER_COLUMNS}, s.endpoint, s.p256dh, s.auth,
        (SELECT count(*)::int FROM games g WHERE g.status = 'active'
          AND ((g.white_id = a.player_id AND g.turn = 'white') OR (g.black_id = a.player_id AND g.turn = 'black'))) AS waiting
      FROM push_subscriptions s JOIN accounts a ON a.id = s.account_id
        JOIN sessions x ON x.id = s.session_id AND x.expires_at > ${now}::timestamptz
      WHERE s.id = ${subscription}`,
  )
  return recipient ?? null
}

/** Writes the message. @returns null if it is no longer news, `answering` while conditional moves are about to answer */
export const readPush = (
  db: Db,
  reader: Recipient,
  subject: PushSubject,
): Promise<PushMessage | 'answering' | null> =>
  'game' in subject ? readTurn(db, reader, subject) : readNotification(db, reader, subject.notification)

/** A message that replaces an outdated notification, and what the browser shows afterwards. */
interface Replacement {
  message: PushMessage
  subject: PushSubject | null
}

/**
 * Writes the replacement of an outdated notification: the player's turn again, if it is still their turn and a notification
 * about the game had covered that, otherwise a withdrawal.
 * @returns null if it is still news, `answering` while conditional moves are about to answer
 */
export async function readReplacement(
  db: Db,
  reader: Recipient,
  shown: PushSubject,
  tag: string,
): Promise<Replacement | 'answering' | null> {
  const current = await readPush(db, reader, shown)
  if (current) return current === 'answering' ? current : null
  const subject = 'notification' in shown ? await readTurnOf(db, reader, shown.notification) : null
  const turn = subject && (await readTurn(db, reader, subject))
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

async function readNotification(db: Db, reader: Recipient, id: number): Promise<PushMessage | null> {
  const row = await db.notification.findUnique({ where: { id } })
  if (!row || row.readAt !== null) return null
  // params are written by kind, see `notificationsOf`
  const { kind, params } = row as unknown as Pick<Notification, 'kind' | 'params'>
  const { language } = reader
  const title = formatNotification(
    { kind, params },
    {
      locale: language,
      ruleSetName: (rules) => rulesName(rules, language),
      formatMoment: (instant) => localMoment(new Date(instant), reader),
    },
  )
  const { address } = notificationLink({ kind, params, game: row.gameId }, language)
  return { title, body: '', url: address, tag: address, badge: reader.waiting }
}

const turnSchema = z.object({
  rules: ruleSetIdSchema,
  deadline: z.date(),
  by: z.string(),
  isAnswering: z.boolean(),
})

async function readTurn(
  db: Db,
  reader: Recipient,
  { game, ply }: { game: number; ply: number },
): Promise<PushMessage | 'answering' | null> {
  const [turn] = await readRows(
    db,
    turnSchema,
    Prisma.sql`
      SELECT g.rules, g.deadline, other.username AS by, EXISTS (
          SELECT FROM conditional_moves c WHERE c.game_id = g.id AND c.by = g.turn AND c.due_at IS NOT NULL
        ) AS "isAnswering"
      FROM games g
        JOIN players other ON other.id = CASE g.turn WHEN 'white' THEN g.black_id ELSE g.white_id END
      WHERE g.id = ${game} AND g.ply = ${ply} AND g.status = 'active' AND g.deadline IS NOT NULL
        AND CASE g.turn WHEN 'white' THEN g.white_id ELSE g.black_id END = ${reader.playerId}`,
  )
  if (!turn) return null
  if (turn.isAnswering) return 'answering'
  const { language } = reader
  const { by, rules, deadline } = turn
  const options = { locale: language }
  return {
    title: m.mail_your_move({ by }, options),
    body: m.mail_has_moved(
      { by, rules: rulesName(rules, language), deadline: localMoment(deadline, reader) },
      options,
    ),
    url: `/games/${game}`,
    tag: `/games/${game}`,
    badge: reader.waiting,
  }
}
