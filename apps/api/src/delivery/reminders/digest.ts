import { type Notification, ruleSetIdSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Block, Link } from '../../mail/layout.ts'
import { digests } from '../../metrics.ts'
import { COMPETITION_COLUMNS, COMPETITION_JOIN, competitionShape } from '../../play/game/competition-name.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import {
  formatGameLine,
  formatMailedNotification,
  MAILED_KINDS,
} from '../notification-mail/format-mailed-notification.ts'
import { notificationLink } from '../notification-mail/notification-link.ts'
import { queueOptionalMail } from '../notification-mail/queue-optional-mail.ts'
import { quietHours, type Reader } from '../notification-mail/reader.ts'
import type { OptionalLetter } from '../notification-mail/write-optional-mail.ts'
import { digestKey, digestTime, localTime } from './local-time.ts'
import { lockSettings, type ReminderSettings, readDigestReaders } from './reminder-store.ts'

const HOUR_MS = 3_600_000
/** A digest that could not be sent within this time is not sent. */
const EXPIRES_AFTER_MS = 20 * HOUR_MS
/** How many games, and how many notifications, a mail lists. */
const MAX_LINES = 30

/**
 * Writes the daily mails that are due in their readers' time zones: one per local day, even if a reader's time zone changes
 * or the server was down at the time. Days that are over are skipped.
 * @returns how many
 */
export async function sendDigests(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  let sent = 0
  await tryEach(await readDigestReaders(db, now), async (reader) => {
    if (!isDue(reader, now)) return
    const written = await sendDigest(deps, db, reader, now)
    digests.inc(written)
    sent += written
  })
  return sent
}

/** The mail waits for the end of quiet hours. */
function isDue(reader: ReminderSettings, now: Date): boolean {
  const { day, time } = localTime(now, reader.timezone)
  const { digestAt, digestDay } = reader
  return digestAt !== null && time >= digestTime(digestAt, quietHours(reader)) && (digestDay ?? '') < day
}

/** The transaction that writes the mail also marks the day as done, so that only one process does it. */
function sendDigest(
  deps: Deps,
  db: Db,
  { accountId, digestAt }: ReminderSettings,
  now: Date,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const reader = await lockSettings(tx, accountId)
    if (!reader || reader.digestAt !== digestAt || !isDue(reader, now)) return 0
    const { day } = localTime(now, reader.timezone)
    await tx.account.update({
      where: { id: accountId },
      data: { digestDay: new Date(day), digestSince: now },
    })
    const games = await readGamesToMove(tx, reader.playerId, now)
    const events = await readNotifications(tx, accountId, reader.digestSince ?? now, now)
    if (games.length + events.length === 0) return 0
    return queueOptionalMail(deps, tx, reader, letterOf(reader, games, events, deps.config.publicUrl), {
      key: digestKey(accountId, day),
      nextAt: now,
      expiresAt: new Date(now.getTime() + EXPIRES_AFTER_MS),
    })
  })
}

const gameToMoveSchema = z.object({
  id: z.int(),
  rules: ruleSetIdSchema,
  /** The opponent's name. */
  by: z.string(),
  deadline: z.date(),
  ...competitionShape,
})
type GameToMove = z.output<typeof gameToMoveSchema>

/** Reads the games in which the player is to move, by deadline. */
const readGamesToMove = (db: Db, playerId: number, now: Date): Promise<GameToMove[]> =>
  readRows(
    db,
    gameToMoveSchema,
    Prisma.sql`
      SELECT g.id, g.rules, o.username AS by, g.deadline, ${COMPETITION_COLUMNS}
      FROM games g JOIN players o ON o.id = CASE g.turn WHEN 'white' THEN g.black_id ELSE g.white_id END
      ${COMPETITION_JOIN}
      WHERE g.status = 'active' AND g.deadline > ${now}::timestamptz
        AND ((g.white_id = ${playerId} AND g.turn = 'white') OR (g.black_id = ${playerId} AND g.turn = 'black'))
      ORDER BY g.deadline, g.id`,
  )

type ListedNotification = Pick<Notification, 'kind' | 'params' | 'game'>

async function readNotifications(
  db: Db,
  accountId: number,
  since: Date,
  now: Date,
): Promise<ListedNotification[]> {
  const rows = await db.notification.findMany({
    where: { accountId, createdAt: { gte: since, lt: now }, kind: { in: [...MAILED_KINDS] } },
    select: { kind: true, params: true, gameId: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ gameId, ...row }) => ({ ...row, game: gameId }) as ListedNotification)
}

function letterOf(
  reader: Reader,
  games: readonly GameToMove[],
  events: readonly ListedNotification[],
  site: string,
): OptionalLetter {
  const { language } = reader
  const options = { locale: language }
  const toMove = games.map((game) => ({
    label: formatGameLine(game, reader),
    address: `${site}/games/${game.id}`,
  }))
  const happened = events.map((notification) => ({
    label: `${formatMailedNotification(notification, reader)}.`,
    address: site + notificationLink(notification, language).address,
  }))
  const list = (title: string, lines: readonly Link[]): Block[] =>
    lines.length === 0
      ? []
      : [
          title,
          { lines: lines.slice(0, MAX_LINES) },
          ...(lines.length > MAX_LINES ? [m.mail_more({ count: lines.length - MAX_LINES }, options)] : []),
        ]
  return {
    kind: 'digest',
    subject:
      games.length > 0 ? m.mail_games_wait({ count: games.length }, options) : m.mail_happened({}, options),
    blocks: [
      ...list(m.mail_waiting({}, options), toMove),
      ...list(m.mail_since({}, options), happened),
      { label: m.mail_open_games({}, options), address: `${site}/games` },
    ],
  }
}
