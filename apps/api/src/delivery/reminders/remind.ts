import { itemAt } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { reminderLag, reminders } from '../../metrics.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { formatGameLine } from '../notification-mail/format-mailed-notification.ts'
import { queueOptionalMail } from '../notification-mail/queue-optional-mail.ts'
import type { OptionalLetter } from '../notification-mail/write-optional-mail.ts'
import { writeNotification } from '../notifications/write-notification.ts'
import { isToSend, type NextReminder, readDue, readRemindersOf } from './due.ts'
import { claimChecks, planNextChecks } from './reminder-checks.ts'

/** Games looked at together. */
const BATCH = 500

/**
 * Sends all due reminders. It looks at the games whose check is due, see `reminder-checks.ts`. Several processes can do so
 * at once: the transaction that writes notifications and mail inserts a unique row per game, ply and reminder.
 * @returns how many games players were reminded of
 */
export async function remind(deps: Deps, db: Db): Promise<number> {
  const now = deps.now()
  let reminded = 0
  await tryEach(batches(await claimChecks(db, now)), async (games) => {
    const readers = new Set<number>()
    for (const reminder of await readRemindersOf(db, now, games))
      if (isToSend(reminder, now)) readers.add(reminder.playerId)
    try {
      await tryEach(readers, async (playerId) => {
        reminded += await remindPlayer(deps, db, playerId, now)
      })
    } finally {
      await planNextChecks(db, games, now)
    }
  })
  return reminded
}

function* batches(games: readonly number[]): Generator<number[], void> {
  for (let first = 0; first < games.length; first += BATCH) yield games.slice(first, first + BATCH)
}

async function remindPlayer(deps: Deps, db: Db, playerId: number, now: Date): Promise<number> {
  const { games, notified, mailed } = await inTransaction(db, async (tx) => {
    const games = await markSent(tx, await readDue(tx, now, playerId), now)
    let notified = 0
    for (const game of games)
      if (game.app && (await writeNotification(tx, notificationOf(game, now)))) notified++
    const toMail = games.filter(({ mail }) => mail)
    return { games, notified, mailed: await mailReminder(deps, tx, toMail, now) }
  })
  reminders.inc({ channel: 'app' }, notified)
  reminders.inc({ channel: 'mail' }, mailed)
  for (const { dueAt } of games) reminderLag.set(Math.max(0, (now.getTime() - dueAt.getTime()) / 1000))
  return games.length
}

/**
 * Marks reminders as sent. Several due reminders of a game are merged into the one nearest to the deadline.
 * @returns one per game, with the channels of all that were merged, the nearest deadline first
 */
async function markSent(db: Db, due: readonly NextReminder[], now: Date): Promise<NextReminder[]> {
  if (due.length === 0) return []
  const rows = due.map(
    ({ gameId, ply, reminder }) => Prisma.sql`(${gameId}, ${ply}, ${reminder}, ${now}::timestamptz)`,
  )
  const marked = await readRows(
    db,
    z.object({ gameId: z.int(), reminder: z.string() }),
    Prisma.sql`
      INSERT INTO sent_reminders (game_id, ply, reminder, created_at) VALUES ${Prisma.join(rows)}
      ON CONFLICT DO NOTHING RETURNING game_id AS "gameId", reminder`,
  )
  const games = new Map<number, NextReminder>()
  for (const each of due.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())) {
    if (!marked.some(({ gameId, reminder }) => gameId === each.gameId && reminder === each.reminder)) continue
    const earlier = games.get(each.gameId)
    games.set(each.gameId, {
      ...each,
      app: each.app || earlier?.app === true,
      mail: each.mail || earlier?.mail === true,
    })
  }
  return [...games.values()].sort((a, b) => a.deadline.getTime() - b.deadline.getTime())
}

const notificationOf = (
  { accountId, playerId, gameId, ply, reminder, by, rules, deadline }: NextReminder,
  createdAt: Date,
) => ({
  accountId,
  playerId,
  kind: 'reminder' as const,
  game: gameId,
  createdAt,
  params: { by, rules, deadline: deadline.toISOString() },
  key: `reminder ${gameId} ${ply} ${reminder}`,
})

/** One mail for all games. */
async function mailReminder(deps: Deps, db: Db, games: readonly NextReminder[], now: Date): Promise<number> {
  const [first] = games
  if (!first) return 0
  const { gameId, ply, reminder, accountId } = first
  return queueOptionalMail(deps, db, first, letterOf(first, games, deps.config.publicUrl), {
    key: `reminder:${accountId}:${gameId}:${ply}:${reminder}`,
    nextAt: now,
    expiresAt: itemAt(games, -1).deadline,
    ...(games.length === 1 && { gameId, ply }),
  })
}

function letterOf(reader: NextReminder, games: readonly NextReminder[], site: string): OptionalLetter {
  const { language } = reader
  const options = { locale: language }
  const lines = games.map((game) => ({
    label: formatGameLine(game, reader),
    address: `${site}/games/${game.gameId}`,
  }))
  return {
    kind: 'reminder',
    subject:
      games.length === 1
        ? m.mail_time_runs_out({ by: reader.by }, options)
        : m.mail_times_run_out({ count: games.length }, options),
    blocks: [
      m.mail_deadline_near({}, options),
      { lines },
      games.length === 1
        ? { label: m.mail_open_game({}, options), address: `${site}/games/${reader.gameId}` }
        : { label: m.mail_open_games({}, options), address: `${site}/games` },
    ],
  }
}
