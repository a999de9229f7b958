import { ok, type Result } from '@tegenzet/common'
import type { Note } from '@tegenzet/contract'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readMoves } from '../game/game-record.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { readGameAnalysis } from './game-analysis-store.ts'
import { notesOf, timeOf } from './played-notes.ts'
import { storedTree } from './storage.ts'

/** A player's private notes on a game. */
export async function listNotes(
  db: Db,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<{ items: Note[] }, Refusal>> {
  const own = await readOwnGame(db, id, playerId)
  if (!own.ok) return own
  const stored = await readGameAnalysis(db, id, playerId)
  if (!stored) return ok({ items: [] })
  const moves = (await readMoves(db, id)).map(({ move }) => move)
  const since = stored.updatedAt
  const items = [...notesOf(storedTree(stored), moves)].map(([ply, text]): Note => {
    // the note on the start is that on the game
    return { ply: ply || null, text, updatedAt: timeOf({ ...stored, since }, ply) }
  })
  return ok({ items })
}
