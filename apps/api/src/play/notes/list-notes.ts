import type { Note } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { WHOLE_GAME } from './set-note.ts'

/** A player's private notes on a game. */
export async function listNotes(
  tx: Tx,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<{ items: Note[] }, Refusal>> {
  const found = await readOwnGame(tx, id, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const rows = await tx.note.findMany({
    where: { gameId: game.id, by: side },
    orderBy: { ply: 'asc' },
  })
  const items = rows.map(({ ply, text, updatedAt }) => ({
    ply: ply === WHOLE_GAME ? null : ply,
    text,
    updatedAt: updatedAt.toISOString(),
  }))
  return ok({ items })
}
