import { type Notification, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { formatNotification } from '@tegenzet/texts/format-notification'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { localMoment, rulesName } from '../notification-mail/format-mailed-notification.ts'
import { notificationLink } from '../notification-mail/notification-link.ts'
import type { Reader } from '../notification-mail/reader.ts'
import type { News, NewsSubject } from './news.ts'

/** Writes the news. @returns null if it is no longer news, `answering` while conditional moves are about to answer */
export const readNews = (db: Db, reader: Reader, subject: NewsSubject): Promise<News | 'answering' | null> =>
  'game' in subject ? readTurn(db, reader, subject) : readNotification(db, reader, subject.notification)

async function readNotification(db: Db, reader: Reader, id: number): Promise<News | null> {
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
  return { title, body: '', url: address }
}

const turnSchema = z.object({
  rules: ruleSetIdSchema,
  deadline: z.date(),
  by: z.string(),
  isAnswering: z.boolean(),
})

async function readTurn(
  db: Db,
  reader: Reader,
  { game, ply }: { game: number; ply: number },
): Promise<News | 'answering' | null> {
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
  }
}
