import type { exportUserGamesQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { type GameRecordRow, readRecords } from '../game/game-record.ts'
import { readGames } from '../game/game-store.ts'

/** Games that are in memory at once. */
const AT_ONCE = 10

/**
 * The records of games by their numbers, in that order. A few are read at a time, and the next only when those have
 * been taken: an archive of any length, to a reader however slow, costs the same memory.
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

/** The numbers as they came, where there is a game of each. */
export async function knownGames(
  tx: Tx,
  ids: readonly number[],
): Promise<Result<readonly number[], Refusal>> {
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM games WHERE id = ANY(${ids.map(BigInt)}::bigint[])`
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return ok(ids)
  return refuse('not-found', `There are no games ${unknown.join(', ')}.`)
}

/** The numbers of a player's games that fit, in the order they began: all that there are now. */
export async function gamesOf(
  tx: Tx,
  username: string,
  { rules, status, since, until }: Omit<z.output<typeof exportUserGamesQuery>, 'format'>,
): Promise<Result<readonly number[], Refusal>> {
  const player = await tx.player.findUnique({ where: { usernameKey: username.toLowerCase() } })
  if (!player) return refuse('not-found', `There is no player ${username}.`)
  const filters = [
    Prisma.sql`(white_id = ${player.id} OR black_id = ${player.id})`,
    ...(rules ? [Prisma.sql`rules = ${rules}`] : []),
    ...(status ? [Prisma.sql`status = ${status}::game_status`] : []),
    ...(since ? [Prisma.sql`created_at >= ${new Date(since)}::timestamptz`] : []),
    ...(until ? [Prisma.sql`created_at < ${new Date(until)}::timestamptz`] : []),
  ]
  const [{ ids }] = await tx.$queryRaw<[{ ids: number[] | null }]>`
    SELECT array_agg(id ORDER BY id) AS ids FROM games WHERE ${Prisma.join(filters, ' AND ')}`
  return ok(ids ?? [])
}
