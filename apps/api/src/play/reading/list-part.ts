import { ok, type Result } from '@tegenzet/common'
import type { gamePartsQuery } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { gameNotFound } from '../game/endings.ts'
import type { Part } from '../game/game-positions.ts'
import { readGame } from '../game/read-games.ts'

/** Lists a game's moves or positions: all of them without `limit`, as version 1 of the API promises. */
export async function listPart<T extends { ply: number }>(
  db: Db,
  gameId: number,
  { limit, cursor }: z.output<typeof gamePartsQuery>,
  readPart: (part: Part) => Promise<Result<T[], Refusal>>,
): Promise<Result<Page<T>, Refusal>> {
  const after = decodeCursor(cursor, keyId)
  if (!after.ok) return after
  const read = await readPart({ after: after.value, limit: limit && limit + 1 })
  if (!read.ok) return read
  const items = read.value
  if (items.length === 0 && !(await readGame(db, gameId))) return gameNotFound(gameId)
  return ok(
    pageOf(
      items,
      limit ?? items.length,
      ({ ply }) => ply,
      (item) => item,
    ),
  )
}
