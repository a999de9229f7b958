import { ok, type Result } from '@tegenzet/common'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { appendConditionalMoves, conditionalMovesView } from './conditional-moves-store.ts'

interface DropConditionalMoves {
  game: number
  playerId: number
  arrivedAt: Date
}

/** Removes conditional moves. Waits for a reply that is being played; none is played after this. */
export async function dropConditionalMoves(
  db: Db,
  { game: id, playerId, arrivedAt }: DropConditionalMoves,
): Promise<Result<undefined, Refusal>> {
  const found = await readOwnGame(db, id, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  return inTransaction(db, async (tx) => {
    const [row] = await tx.conditionalMoves.updateManyAndReturn({
      where: { gameId: game.id, by: side, NOT: { branches: { equals: [] } } },
      data: { version: { increment: 1 }, branches: [], dueAt: null, updatedAt: arrivedAt },
    })
    if (row)
      await appendConditionalMoves(tx, conditionalMovesView(row), {
        ownerId: playerId,
        by: playerId,
        at: arrivedAt,
      })
    return ok(undefined)
  })
}
