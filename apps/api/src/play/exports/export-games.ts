import type { exportUserGamesQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Tx } from '../../store/transaction.ts'
import { type GameRecordRow, readRecords } from '../game/game-record.ts'
import { readGames } from '../game/game-store.ts'

/** How many games are in memory at once. */
const AT_ONCE = 10

/**
 * The records of games, in the order of `ids`. Reads a few at a time, and the next ones only after those were consumed,
 * so that long exports and slow clients need no more memory.
 */
export async function* recordsOf(
  tx: Tx,
  ids: readonly number[],
  withPositions: boolean,
): AsyncGenerator<GameRecordRow, void> {
  for (let n = 0; n < ids.length; n += AT_ONCE) {
    const games = await readGames(tx, ids.slice(n, n + AT_ONCE))
    yield* await readRecords(tx, games, withPositions)
  }
}

/** Returns the ids if every game exists. */
export async function knownGames(
  tx: Tx,
  ids: readonly number[],
): Promise<Result<readonly number[], Refusal>> {
  const found = await tx.game.findMany({
    where: { id: { in: ids.filter((id) => id <= MAX_ID) } },
    select: { id: true },
  })
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return ok(ids)
  return refuse('not-found', `There are no games ${unknown.join(', ')}.`)
}

/** The ids of a player's games by filters, in the order of their start or the reverse. */
export async function gamesOf(
  tx: Tx,
  username: string,
  filters: Omit<z.output<typeof exportUserGamesQuery>, 'format' | 'times'>,
): Promise<Result<readonly number[], Refusal>> {
  const { rules, status, colour, rated, since, until, sort, max } = filters
  const player = await findPlayerId(tx, username)
  if (player === undefined) return refuse('not-found', `There is no player ${username}.`)
  const opponent = filters.opponent === undefined ? undefined : await findPlayerId(tx, filters.opponent)
  if (filters.opponent !== undefined && opponent === undefined) return ok([])
  // all games of a side are few beside all games of a status or a rule set: OFFSET keeps Postgres from reading those
  const ofSide = (own: Prisma.Sql, other: Prisma.Sql) => Prisma.sql`
    SELECT * FROM (
      SELECT * FROM games WHERE ${own} = ${player}
        ${opponent === undefined ? Prisma.empty : Prisma.sql`AND ${other} = ${opponent}`} OFFSET 0) side`
  const white = ofSide(Prisma.sql`white_id`, Prisma.sql`black_id`)
  const black = ofSide(Prisma.sql`black_id`, Prisma.sql`white_id`)
  const sides =
    colour === 'white' ? white : colour === 'black' ? black : Prisma.sql`${white} UNION ALL ${black}`
  const conditions = [
    Prisma.sql`true`,
    ...(rated === undefined ? [] : [Prisma.sql`rated = ${rated}`]),
    ...(rules ? [Prisma.sql`rules = ${rules}`] : []),
    ...(status ? [Prisma.sql`status = ${status}::game_status`] : []),
    ...(since ? [Prisma.sql`created_at >= ${new Date(since)}::timestamptz`] : []),
    ...(until ? [Prisma.sql`created_at < ${new Date(until)}::timestamptz`] : []),
  ]
  return ok(
    await readIds(
      tx,
      Prisma.sql`
        SELECT id FROM (${sides}) g WHERE ${Prisma.join(conditions, ' AND ')}
        ORDER BY id ${sort === 'createdAt' ? Prisma.sql`ASC` : Prisma.sql`DESC`}
        ${max ? Prisma.sql`LIMIT ${Math.min(max, MAX_ID)}` : Prisma.empty}`,
    ),
  )
}
