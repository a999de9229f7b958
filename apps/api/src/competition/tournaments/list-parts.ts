import {
  type Game,
  LEAVE_REASONS,
  type pageQuery,
  playerSchema,
  TOURNAMENT_LOG_KINDS,
  type TournamentEntry,
  type TournamentLogEntry,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { playerColumns } from '../../accounts/people/player-columns.ts'
import { queryGames } from '../../play/game/game-store.ts'
import { gameView } from '../../play/game/game-view.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { readTournament, tournamentNotFound } from './tournament-store.ts'

type PageQuery = z.output<z.ZodObject<typeof pageQuery>>

/** One page of something of a tournament, by id. */
async function listPart<Row extends { id: number }, T>(
  tx: Tx,
  tournament: number,
  { limit, cursor }: PageQuery,
  read: (key: number | undefined, limit: number) => Promise<Row[]>,
  view: (row: Row) => T,
): Promise<Result<Page<T>, Refusal>> {
  const key = decodeCursor(cursor, keyId)
  if (!key.ok) return key
  if (!(await readTournament(tx, tournament))) return tournamentNotFound(tournament)
  return ok(pageOf(await read(key.value, limit + 1), limit, ({ id }) => id, view))
}

export const listGamesOf = (
  tx: Tx,
  tournament: number,
  query: PageQuery,
): Promise<Result<Page<Game>, Refusal>> =>
  listPart(
    tx,
    tournament,
    query,
    (after = 0, limit) =>
      queryGames(
        tx,
        Prisma.sql`games g`,
        Prisma.sql`WHERE g.tournament_id = ${tournament} AND g.id > ${after} ORDER BY g.id LIMIT ${limit}`,
      ),
    gameView,
  )

const entryRowSchema = z.object({
  id: z.int(),
  user: playerSchema,
  rating: z.number().nullable(),
  enteredAt: z.date(),
  leftAt: z.date().nullable(),
  leaveReason: z.enum(LEAVE_REASONS).nullable(),
})

type EntryRow = z.output<typeof entryRowSchema>

const queryEntries = (tx: Tx, tournament: number, rest: Prisma.Sql): Promise<EntryRow[]> =>
  readRows(
    tx,
    entryRowSchema,
    Prisma.sql`
      SELECT e.id, ${playerColumns('user')}, e.rating, e.entered_at AS "enteredAt", e.left_at AS "leftAt",
        e.leave_reason::text AS "leaveReason"
      FROM tournament_entries e JOIN players "user" ON "user".id = e.player_id
      WHERE e.tournament_id = ${tournament} AND ${rest}`,
  )

const entryView = ({ user, rating, enteredAt, leftAt, leaveReason }: EntryRow): TournamentEntry => ({
  ...{ user, rating, enteredAt: enteredAt.toISOString() },
  left: leftAt && leaveReason && { at: leftAt.toISOString(), reason: leaveReason },
})

/** All entries, in the order in which they were made. */
export const readEntries = async (tx: Tx, tournament: number): Promise<TournamentEntry[]> =>
  (await queryEntries(tx, tournament, Prisma.sql`true ORDER BY e.id`)).map(entryView)

export const listEntries = (
  tx: Tx,
  tournament: number,
  query: PageQuery,
): Promise<Result<Page<TournamentEntry>, Refusal>> =>
  listPart(
    tx,
    tournament,
    query,
    (after = 0, limit) =>
      queryEntries(tx, tournament, Prisma.sql`e.id > ${after} ORDER BY e.id LIMIT ${limit}`),
    entryView,
  )

/** @returns null if the player has not entered */
export async function readEntryOf(
  tx: Tx,
  tournament: number,
  playerId: number,
): Promise<TournamentEntry | null> {
  const [entry] = await queryEntries(tx, tournament, Prisma.sql`e.player_id = ${playerId}`)
  return entry ? entryView(entry) : null
}

const logRowSchema = z.object({
  id: z.int(),
  at: z.date(),
  kind: z.enum(TOURNAMENT_LOG_KINDS),
  user: playerSchema.nullable(),
  by: playerSchema.nullable(),
  stage: z.int(),
  struck: z.boolean(),
  reason: z.string().nullable(),
})

/** Newest first. */
export const listLog = (
  tx: Tx,
  tournament: number,
  query: PageQuery,
): Promise<Result<Page<TournamentLogEntry>, Refusal>> =>
  listPart(
    tx,
    tournament,
    query,
    (before = MAX_ID, limit) =>
      readRows(
        tx,
        logRowSchema,
        Prisma.sql`
          SELECT l.id, l.created_at AS at, l.kind, ${playerColumns('user')}, ${playerColumns('by')}, l.stage, l.struck,
            l.reason
          FROM tournament_log l LEFT JOIN players "user" ON "user".id = l.player_id
            LEFT JOIN players "by" ON "by".id = l.by_id
          WHERE l.tournament_id = ${tournament} AND l.id < ${before} ORDER BY l.id DESC LIMIT ${limit}`,
      ),
    (row) => ({ ...row, at: row.at.toISOString() }),
  )
