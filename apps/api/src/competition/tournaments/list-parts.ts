import { ok, type Result } from '@tegenzet/common'
import {
  type Game,
  type pageQuery,
  TOURNAMENT_LOG_KINDS,
  type TournamentEntry,
  type TournamentLogEntry,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import { gameView } from '../../play/game/game-view.ts'
import { queryGames } from '../../play/game/read-games.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer, oneOf, PLAYER } from '../../store/decode.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readTournament, tournamentNotFound } from './tournament-store.ts'

type PageQuery = z.output<z.ZodObject<typeof pageQuery>>

/** One page of something of a tournament, by id. */
async function listPart<Row extends { id: number }, T>(
  db: Db,
  tournament: number,
  { limit, cursor }: PageQuery,
  read: (key: number | undefined, limit: number) => Promise<Row[]>,
  view: (row: Row) => T,
): Promise<Result<Page<T>, Refusal>> {
  const key = decodeCursor(cursor, keyId)
  if (!key.ok) return key
  if (!(await readTournament(db, tournament))) return tournamentNotFound(tournament)
  return ok(pageOf(await read(key.value, limit + 1), limit, ({ id }) => id, view))
}

export const listGamesOf = (
  db: Db,
  tournament: number,
  query: PageQuery,
  now: Date,
): Promise<Result<Page<Game>, Refusal>> =>
  listPart(
    db,
    tournament,
    query,
    (after = 0, limit) =>
      queryGames(
        db,
        Prisma.sql`games g`,
        Prisma.sql`WHERE g.tournament_id = ${tournament} AND g.id > ${after} ORDER BY g.id LIMIT ${limit}`,
      ),
    (game) => gameView(game, now),
  )

const WITH_PLAYER = { player: PLAYER } satisfies Prisma.TournamentEntryInclude
type EntryRow = Prisma.TournamentEntryGetPayload<{ include: typeof WITH_PLAYER }>

const entryView = ({ player, rating, enteredAt, leftAt, leaveReason }: EntryRow): TournamentEntry => ({
  user: decodePlayer(player),
  rating,
  enteredAt: enteredAt.toISOString(),
  left: leftAt && leaveReason && { at: leftAt.toISOString(), reason: leaveReason },
})

/** Entries, in the order in which they were made. By default all. */
export async function readEntries(db: Db, tournamentId: number, limit?: number): Promise<TournamentEntry[]> {
  const entries = await db.tournamentEntry.findMany({
    where: { tournamentId },
    orderBy: { id: 'asc' },
    take: limit,
    include: WITH_PLAYER,
  })
  return entries.map(entryView)
}

export const listEntries = (
  db: Db,
  tournament: number,
  query: PageQuery,
): Promise<Result<Page<TournamentEntry>, Refusal>> =>
  listPart(
    db,
    tournament,
    query,
    (after = 0, limit) =>
      db.tournamentEntry.findMany({
        where: { tournamentId: tournament, id: { gt: after } },
        orderBy: { id: 'asc' },
        take: limit,
        include: WITH_PLAYER,
      }),
    entryView,
  )

/** @returns null if the player has not entered */
export async function readEntryOf(
  db: Db,
  tournamentId: number,
  playerId: number,
): Promise<TournamentEntry | null> {
  const entry = await db.tournamentEntry.findUnique({
    where: { tournamentId_playerId: { tournamentId, playerId } },
    include: WITH_PLAYER,
  })
  return entry ? entryView(entry) : null
}

/** Newest first. */
export const listLog = (
  db: Db,
  tournament: number,
  query: PageQuery,
): Promise<Result<Page<TournamentLogEntry>, Refusal>> =>
  listPart(
    db,
    tournament,
    query,
    (before = MAX_ID, limit) =>
      db.tournamentLogEntry.findMany({
        where: { tournamentId: tournament, id: { lt: before } },
        orderBy: { id: 'desc' },
        take: limit,
        include: { player: PLAYER, by: PLAYER },
      }),
    ({ id, createdAt, kind, player, by, stage, struck, reason }) => ({
      id,
      at: createdAt.toISOString(),
      kind: oneOf(TOURNAMENT_LOG_KINDS, kind),
      stage,
      struck,
      reason,
      user: player && decodePlayer(player),
      by: by && decodePlayer(by),
    }),
  )
