import { type Database, Prisma, type Transaction } from '@tegenzet/db'
import type { Deps } from '../deps.ts'
import { BEGINNING, type OutboxEvent, placeOf, readSettled } from '../outbox/outbox.ts'
import { markConditionalMovesDue } from '../play/conditional-moves/play-due-conditional-moves.ts'
import { playerColumn } from '../store/player-column.ts'
import type { Tx } from '../store/transaction.ts'
import { mailWarnings } from './mail/mail-warnings.ts'
import { type Board, noticesOf } from './notifications/notifications-of-event.ts'
import { announceAll, type Told, writeNotice } from './notifications/write-notification.ts'
import { type MailedReader, mailNotice, mailTurn, turnOf } from './reminders/mail-happenings.ts'
import { READER_COLUMNS } from './reminders/reader.ts'
import { queueDeliveries } from './webhooks/queue-deliveries.ts'

const FEED = 'outbox'
/** Events read at once. */
const BATCH = 200
/** Milliseconds: a batch is written in a few hundred, on a busy machine in more than a transaction has by default. */
const PATIENCE = { timeout: 60_000, maxWait: 20_000 }

/**
 * Reads on in the outbox and makes notices and deliveries of what is there, in one transaction with how far it has
 * read: whatever crashes, nothing is lost and nothing made twice. Of several processes one reads at a time.
 * @returns whether there may be more
 */
export async function feed(deps: Deps): Promise<boolean> {
  const { database } = deps
  if (!(await hasNews(database))) return false
  const { events, told } = await database.prisma.$transaction(async (tx) => {
    const events = await readOn(tx)
    const told = await writeNotices(tx, deps, events)
    await mailWarnings(tx, deps, events)
    await queueDeliveries(tx, deps, events)
    // last: whoever sets a plan waits for this
    await markConditionalMovesDue(
      tx as Tx,
      events.map(({ event }) => event),
      deps.now(),
    )
    return { events, told }
  }, PATIENCE)
  announceAll(deps, told)
  return events.length === BATCH
}

/** Whether something has happened that was not read yet. */
export async function hasNews({ prisma }: Database): Promise<boolean> {
  const [found] = await prisma.$queryRaw<[{ news: boolean }]>`
    SELECT EXISTS (
      SELECT FROM events e WHERE (e.tx, e.id) > (coalesce(reached.tx, '0'), coalesce(reached.id, 0))
    ) AS news
    FROM consumer_offsets f LEFT JOIN events reached ON reached.id = f.event_id WHERE f.consumer = ${FEED}`
  return found.news
}

/** The next events; none where another process is reading. */
async function readOn(tx: Transaction): Promise<OutboxEvent[]> {
  const [reached] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT event_id AS id FROM consumer_offsets WHERE consumer = ${FEED} FOR UPDATE SKIP LOCKED`
  if (!reached) return []
  const events = await readSettled(tx, (await placeOf(tx, reached.id)) ?? BEGINNING, BATCH)
  const last = events.at(-1)
  if (last) await tx.consumerOffset.update({ where: { consumer: FEED }, data: { eventId: last.place.id } })
  return events
}

async function writeNotices(tx: Transaction, deps: Deps, events: readonly OutboxEvent[]): Promise<Told[]> {
  const boards = await readBoards(tx, events)
  const found = events.flatMap(({ event, actorId, createdAt }) =>
    event ? noticesOf({ event, actorId }, boards).map((notice) => ({ ...notice, createdAt })) : [],
  )
  const turns = events.flatMap(({ event, actorId }) => {
    const playerId = event?.type === 'game' ? turnOf(event.game, actorId) : null
    return event?.type === 'game' && playerId !== null ? { playerId, game: event.game } : []
  })
  const players = [...found.map(({ player }) => player.id), ...turns.map(({ playerId }) => playerId)]
  const readers = await readReaders(tx, players)
  const told: Told[] = []
  for (const { player, ...notice } of found) {
    const reader = readers.get(player.id)
    if (!reader) continue
    const { accountId, playerId } = reader
    for (const each of await writeNotice(tx, { ...notice, accountId, playerId })) {
      told.push(each)
      if (each.event.type === 'notice') await mailNotice(tx, deps, reader, each.event.notice)
    }
  }
  for (const { playerId, game } of turns) {
    const reader = readers.get(playerId)
    if (reader) await mailTurn(tx, deps, reader, game)
  }
  return told
}

/** The players of the games that events name without showing them. */
async function readBoards(tx: Transaction, events: readonly OutboxEvent[]): Promise<Map<number, Board>> {
  const ids = events.flatMap(({ event }) =>
    event?.type === 'claim'
      ? event.claim.game
      : event?.type === 'message'
        ? event.message.game
        : event?.type === 'plan'
          ? event.plan.game
          : [],
  )
  if (ids.length === 0) return new Map()
  const boards = await tx.$queryRaw<(Board & { id: number })[]>`
    SELECT g.id, g.rules, ${playerColumn('w')} AS white, ${playerColumn('b')} AS black
    FROM games g JOIN players w ON w.id = g.white_id JOIN players b ON b.id = g.black_id
    WHERE g.id IN (${Prisma.join(ids)})`
  return new Map(boards.map((board) => [board.id, board]))
}

/** Accounts by their players: of people, since programs are told by events. A daily mail comes in place of single ones. */
async function readReaders(
  tx: Transaction,
  playerIds: readonly number[],
): Promise<Map<number, MailedReader>> {
  if (playerIds.length === 0) return new Map()
  const readers = await tx.$queryRaw<MailedReader[]>`
    SELECT ${READER_COLUMNS}, CASE WHEN a.digest_at IS NULL THEN a.mailed ELSE '{}' END AS mailed
    FROM accounts a JOIN players p ON p.id = a.player_id AND p.kind = 'human'
    WHERE p.id = ANY(${[...playerIds]}::int[])`
  return new Map(readers.map((reader) => [reader.playerId, reader]))
}
