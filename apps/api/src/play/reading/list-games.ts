import { ok, type Result } from '@tegenzet/common'
import { type Game, type listGamesQuery, MAX_PAGE } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { decodeCursor, firstRows, keyId, keyMoment, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'
import { gameView } from '../game/game-view.ts'
import { idOf, queryGames } from '../game/read-games.ts'
import { withRatings } from '../ratings-beside-names/with-ratings.ts'
import { gameScans, runningScans } from './game-scans.ts'

type Query = Omit<z.output<typeof listGamesQuery>, 'position'>

/** The key of a page's last row, with its sort order: a cursor works for one order only. */
const cursorSchema = z.tuple([z.enum(['-updatedAt', 'deadline']), keyMoment, keyId])

/** A page of games by filters. */
export async function listGames(
  db: Db,
  query: Query,
  caller: Caller | null,
  now: Date,
): Promise<Result<Page<Game>, Refusal>> {
  const { player, opponent, rules, tournament, status, turn, sort, limit } = query
  const own = turn !== undefined || sort === 'deadline'
  const cursor = decodeCursor(query.cursor, cursorSchema)
  if (!cursor.ok) return cursor
  const [cursorSort, time, id] = cursor.value ?? []
  const at = time === undefined ? undefined : new Date(time)
  if (cursorSort && cursorSort !== sort)
    return refuse('validation', `The cursor belongs to a list with another order than ${sort}.`)
  if (own && !caller) return refuse('unauthenticated', 'Log in, or send a token, to see your own games.')

  if (opponent !== undefined && !own && player === undefined)
    return refuse('validation', '`opponent` needs `player` or `turn`.')

  const playerId = player === undefined ? null : await findPlayerId(db, player)
  const opponentId = opponent === undefined ? null : await findPlayerId(db, opponent)
  if (playerId === undefined || opponentId === undefined) return ok({ items: [], nextCursor: null })
  const more =
    at === undefined
      ? []
      : sort === 'deadline'
        ? [Prisma.sql`(deadline, id) > (${at}::timestamptz, ${id}::int)`]
        : [Prisma.sql`(updated_at, id) < (${at}::timestamptz, ${id}::int)`]
  const filters = {
    playerId,
    opponentId,
    rules,
    status,
    ladder: query.ladder === true,
    more,
    tournament: tournament === undefined ? undefined : idOf(tournament),
  }
  const { parts, first } =
    own && caller ? runningScans(filters, caller.playerId, turn, sort) : gameScans(filters)
  const key = sort === 'deadline' ? ['deadline', 'id'] : ['updated_at DESC', 'id DESC']
  const columns = first ? [first, ...key] : key
  const order = Prisma.raw(columns.join(', '))
  const players = playersAre(query)
  const found = Prisma.join(
    parts.map((part) => (players ? lookedAt(part, order) : firstRows(part, order, limit + 1))),
    ' UNION ALL ',
  )
  const among = lookedAt(found, order)
  const rows = await queryGames(
    db,
    players ? Prisma.sql`(SELECT * FROM ${among} games WHERE ${players}) g` : Prisma.sql`(${found}) g`,
    Prisma.sql`ORDER BY ${Prisma.raw(columns.map((column) => `g.${column}`).join(', '))} LIMIT ${limit + 1}`,
  )
  const keyOf = ({ deadline, updatedAt, id }: GameRow) => [
    sort,
    +(sort === 'deadline' ? existing(deadline) : updatedAt),
    id,
  ]
  const readUpTo = !players || rows.length > limit ? undefined : await lastLookedAt(db, among, order)
  const page = pageOf(rows, limit, keyOf, (game) => gameView(game, now), readUpTo && keyOf(readUpTo))
  return ok({ ...page, items: await withRatings(db, page.items, SIDES, now) })
}

/**
 * With a condition on who plays, a page is looked for in this many games, however few of them meet it: an index by who plays
 * would have to be written by each move. What is left out is on the next page.
 */
const LOOKED_AT = 3 * MAX_PAGE

/** The rows among which those that meet it are looked for. The limit is a constant, as that of `firstRows`. */
const lookedAt = (rows: Prisma.Sql, order: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT * FROM (${rows}) games ORDER BY ${order} LIMIT ${Prisma.raw(`${LOOKED_AT}`)})`

/** The last game that was looked at, if there may be more. */
async function lastLookedAt(db: Db, rows: Prisma.Sql, order: Prisma.Sql): Promise<GameRow | undefined> {
  const [last] = await queryGames(
    db,
    Prisma.sql`(SELECT * FROM ${rows} games ORDER BY ${order} OFFSET ${LOOKED_AT - 1} LIMIT 1) g`,
    Prisma.empty,
  )
  return last
}

/**
 * The condition on both players of a game, if there is one. It looks them up row by row, so that the index that sorts the
 * list still ends the scan at the limit.
 */
function playersAre({ guests, minRating }: Pick<Query, 'guests' | 'minRating'>): Prisma.Sql | null {
  const ofPlayer = (id: Prisma.Sql): Prisma.Sql[] => [
    ...(guests ? [] : [Prisma.sql`(SELECT kind FROM players WHERE id = ${id}) <> 'guest'`]),
    ...(minRating === undefined
      ? []
      : [
          Prisma.sql`(SELECT rating FROM player_ratings r WHERE r.player_id = ${id} AND r.rules = games.rules) >= ${minRating}`,
        ]),
  ]
  const conditions = SIDES.flatMap((side) => ofPlayer(Prisma.raw(`games.${side}_id`)))
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : null
}
