import { ok, type Result } from '@tegenzet/common'
import type { exportUserGamesQuery } from '@tegenzet/contract'
import type { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'
import { type GameRecordRow, readRecords } from '../game/game-record.ts'
import { readGames } from '../game/read-games.ts'
import { gamesOfPlayer } from './games-of-player.ts'

/** How many games are in memory at once. */
const AT_ONCE = 10
/** Moves that one statement reads, unless a game has more: the embedded database holds the process while it reads. */
const MAX_MOVES_AT_ONCE = 1000

export type Ids = AsyncIterable<number> | Iterable<number>

/**
 * The records of games without positions, in the order of `ids`. Reads a few at a time, and the next ones only after those
 * were consumed, so that long exports and slow clients need no more memory.
 */
export async function* recordsOf(db: Db, ids: Ids): AsyncGenerator<GameRecordRow, void> {
  let next: number[] = []
  for await (const id of ids) {
    next.push(id)
    if (next.length < AT_ONCE) continue
    yield* recordsOfSome(db, next)
    next = []
  }
  if (next.length > 0) yield* recordsOfSome(db, next)
}

async function* recordsOfSome(db: Db, ids: readonly number[]): AsyncGenerator<GameRecordRow, void> {
  let some: GameRow[] = []
  let moves = 0
  for (const game of await readGames(db, ids)) {
    if (some.length > 0 && moves + game.ply > MAX_MOVES_AT_ONCE) {
      yield* await readRecords(db, some)
      some = []
      moves = 0
    }
    some.push(game)
    moves += game.ply
  }
  yield* await readRecords(db, some)
}

/** Returns the ids if every game exists. */
export async function knownGames(
  db: Db,
  ids: readonly number[],
): Promise<Result<readonly number[], Refusal>> {
  const found = await db.game.findMany({
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
  db: Db,
  username: string,
  { opponent, max, ...filters }: Omit<z.output<typeof exportUserGamesQuery>, 'format' | 'times'>,
): Promise<Result<Ids, Refusal>> {
  const playerId = await findPlayerId(db, username)
  if (playerId === undefined) return refuse('not-found', `There is no player ${username}.`)
  const opponentId = opponent === undefined ? undefined : await findPlayerId(db, opponent)
  if (opponent !== undefined && opponentId === undefined) return ok([])
  const ids = await gamesOfPlayer(db, { ...filters, playerId, opponentId })
  return ok(max === undefined ? ids : firstOf(ids, max))
}

async function* firstOf(ids: AsyncIterable<number>, max: number): AsyncGenerator<number, void> {
  let left = max
  for await (const id of ids) {
    yield id
    if (--left === 0) return
  }
}
