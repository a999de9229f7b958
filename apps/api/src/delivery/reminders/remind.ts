import { Prisma } from '@tegenzet/db'
import * as m from '@tegenzet/texts/messages'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { reminderLag, reminders } from '../../metrics.ts'
import { readRows } from '../../store/read-rows.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { formatGameLine } from '../mail/format-mailed-notification.ts'
import { queueOptionalMail } from '../mail/queue-optional-mail.ts'
import type { Reader } from '../mail/reader.ts'
import type { OptionalLetter } from '../mail/write-optional-mail.ts'
import { writeNotification } from '../notifications/write-notification.ts'
import { type DueReminder, isToSend, readDue } from './due.ts'

/** Reminders read at once. */
const BATCH = 2000

/**
 * Sends all due reminders. Several processes can do so at once: the transaction that writes notifications and mail inserts
 * a unique row per game, ply and reminder.
 * @returns how many games players were reminded of
 */
export async function remind(deps: Deps, tx: Tx): Promise<number> {
  const now = deps.now()
  let reminded = 0
  await tryEach(readersDue(tx, now), async (reader) => {
    reminded += await remindReader(deps, tx, reader, now)
  })
  return reminded
}

async function* readersDue(tx: Tx, now: Date): AsyncGenerator<DueReminder, void> {
  for (let after = 0; ; ) {
    const found = await readDue(tx, now, { after, limit: BATCH })
    const last = found.length < BATCH ? undefined : found.at(-1)!.accountId
    const readers = new Map<number, DueReminder>()
    // the last account may have more reminders than were read
    for (const due of found) if (due.accountId === last || isToSend(due, now)) readers.set(due.accountId, due)
    yield* readers.values()
    if (last === undefined) return
    after = last
  }
}

async function remindReader(deps: Deps, tx: Tx, { accountId, playerId }: Reader, now: Date): Promise<number> {
  const { games, notified, mailed } = await inTransaction(tx, async (tx) => {
    const due = (await readDue(tx, now, { accountId, playerId })).filter((each) => isToSend(each, now))
    const games = await markSent(tx, due, now)
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
async function markSent(tx: Tx, due: readonly DueReminder[], now: Date): Promise<DueReminder[]> {
  if (due.length === 0) return []
  const rows = due.map(
    ({ gameId, ply, reminder }) => Prisma.sql`(${gameId}, ${ply}, ${reminder}, ${now}::timestamptz)`,
  )
  const marked = await readRows(
    tx,
    z.object({ gameId: z.int(), reminder: z.string() }),
    Prisma.sql`
      INSERT INTO sent_reminders (game_id, ply, reminder, created_at) VALUES ${Prisma.join(rows)}
      ON CONFLICT DO NOTHING RETURNING game_id AS "gameId", reminder`,
  )
  const games = new Map<number, DueReminder>()
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
  { accountId, playerId, gameId, ply, reminder, by, rules, deadline }: DueReminder,
  createdAt: Date,
) => ({
  ...{ accountId, playerId, kind: 'reminder' as const, game: gameId, createdAt },
  params: { by, rules, deadline: deadline.toISOString() },
  key: `reminder ${gameId} ${ply} ${reminder}`,
})

/** One mail for all games. */
async function mailReminder(deps: Deps, tx: Tx, games: readonly DueReminder[], now: Date): Promise<number> {
  const [first] = games
  if (!first) return 0
  const { gameId, ply, reminder, accountId } = first
  return queueOptionalMail(deps, tx, first, letterOf(first, games, deps.config.publicUrl), {
    key: `reminder:${accountId}:${gameId}:${ply}:${reminder}`,
    nextAt: now,
    expiresAt: games.at(-1)!.deadline,
    ...(games.length === 1 && { gameId, ply }),
  })
}

function letterOf(reader: DueReminder, games: readonly DueReminder[], site: string): OptionalLetter {
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
