import type { Note } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { WHOLE_GAME } from './set-note.ts'

/** All that a player has noted in a game, for them alone. */
export async function listNotes(
  { database }: Deps,
  { game: id, playerId }: { game: number; playerId: number },
): Promise<Result<{ items: Note[] }, Refusal>> {
  const found = await readOwnGame(database, id, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const rows = await database.prisma.note.findMany({
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
