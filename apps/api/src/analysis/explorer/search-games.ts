import { ok, type Result } from '@tegenzet/common'
import type { Game, listGamesQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { imagesOf, type Position, type RuleSet, samePositionKey } from '@tegenzet/rules'
import { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import type { InSlices } from '../../http/slices.ts'
import type { GameRow } from '../../play/game/game.ts'
import { type MovesPlayed, positionsInSteps, readMovesPlayed } from '../../play/game/game-positions.ts'
import { gameView } from '../../play/game/game-view.ts'
import { readGames } from '../../play/game/read-games.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, firstRows, keyId, keyMoment, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { EVERYBODY } from './count-games.ts'
import { positionKey } from './position-key.ts'

export interface Search extends Pick<z.output<typeof listGamesQuery>, 'player' | 'limit' | 'cursor'> {
  rules: RuleSet
  position: Position
  arrivedAt: Date
}

/** When a game ended, and its number. */
const cursorSchema = z.tuple([z.literal('ended'), keyMoment, keyId])

/** The finished games in which a position or a mirror image stood, the last to end first. */
export async function searchGames(
  db: Db,
  inSlices: InSlices,
  { rules, position, arrivedAt, ...query }: Search,
): Promise<Result<Page<Game>, Refusal>> {
  const cursor = decodeCursor(query.cursor, cursorSchema)
  if (!cursor.ok) return cursor
  const playerId = query.player === undefined ? null : await findPlayerId(db, query.player)
  if (playerId === undefined) return ok({ items: [], nextCursor: null })
  const before = cursor.value && { at: new Date(cursor.value[1]), id: cursor.value[2] }
  const found = await findGames(db, positionKey(rules, position), playerId, before, query.limit + 1)
  const ids = found.map(({ id }) => id)
  const [played, read] = await Promise.all([readMovesPlayed(db, ids), readGames(db, ids)])
  const stands = await inSlices(withPosition(played, rules, position))
  if (!stands.ok) return stands
  const games = new Map(read.map((game) => [game.id, game]))
  const page = pageOf(
    found,
    query.limit,
    ({ endedAt, id }) => ['ended', +endedAt, id],
    ({ id }) => games.get(id),
  )
  const shown = (game: GameRow | undefined) =>
    game && stands.value.has(game.id) ? [gameView(game, arrivedAt)] : []
  return ok({ items: page.items.flatMap(shown), nextCursor: page.nextCursor })
}

const foundSchema = z.object({ id: z.int(), endedAt: z.date() })

/** In the first plies as the explorer counts them, or later. Both have rows of their own for each player. */
function findGames(
  db: Db,
  key: bigint,
  playerId: number | null,
  before: { at: Date; id: number } | undefined,
  limit: number,
): Promise<z.output<typeof foundSchema>[]> {
  const page = before
    ? Prisma.sql`AND (ended_at, game_id) < (${before.at}::timestamptz, ${before.id}::int)`
    : Prisma.empty
  const order = Prisma.sql`ended_at DESC, game_id DESC`
  const owner = playerId ?? EVERYBODY
  const early = (rated: boolean) =>
    firstRows(
      Prisma.sql`
        SELECT game_id, ended_at FROM explorer_games
        WHERE player_id = ${owner} AND position = ${key} AND rated = ${rated} ${page}`,
      order,
      limit,
    )
  const later = firstRows(
    Prisma.sql`
      SELECT game_id, ended_at FROM later_positions WHERE player_id = ${owner} AND position = ${key} ${page}`,
    order,
    limit,
  )
  return readRows(
    db,
    foundSchema,
    Prisma.sql`
      SELECT game_id AS id, ended_at AS "endedAt"
      FROM (${early(true)} UNION ALL ${early(false)} UNION ALL ${later}) f ORDER BY ${order} LIMIT ${limit}`,
  )
}

/** Those of these games in which the position really stood, in steps: two positions may have the same key. */
function* withPosition(
  games: ReadonlyMap<number, MovesPlayed>,
  rules: RuleSet,
  position: Position,
): Generator<number, ReadonlySet<number>> {
  const [, ...rest] = samePositionKey(rules, position).split(' ')
  const sought = imagesOf(rules, position).map((image) => `${[image, ...rest].join(' ')} `)
  const found = new Set<number>()
  for (const [id, { rules, moves }] of games) {
    for (const positions of positionsInSteps(rules, moves)) {
      yield positions.length
      if (!positions.some((text) => sought.some((start) => text.startsWith(start)))) continue
      found.add(id)
      break
    }
  }
  return found
}
