import type { Note } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { readMoves } from '../game/game-record.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readGameAnalysis } from './game-analysis-store.ts'
import { notesOf, timeOf } from './played-notes.ts'
import { storedTree } from './storage.ts'

/** A player's private notes on a game. */
export async function listNotes(
  tx: Tx,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<{ items: Note[] }, Refusal>> {
  const own = await readOwnGame(tx, id, playerId)
  if (!own.ok) return own
  const stored = await readGameAnalysis(tx, id, playerId)
  if (!stored) return ok({ items: [] })
  const moves = (await readMoves(tx, id)).map(({ move }) => move)
  const since = stored.updatedAt
  const items = [...notesOf(storedTree(stored), moves)].map(([ply, text]): Note => {
    // the note on the start is that on the game
    return { ply: ply || null, text, updatedAt: timeOf({ ...stored, since }, ply) }
  })
  return ok({ items })
}
