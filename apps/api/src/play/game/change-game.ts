import type { Game } from '@tegenzet/contract'
import type { LRUCache } from 'lru-cache'
import { afterCommit, type Tx } from '../../store/transaction.ts'
import type { Change, NewValues } from './change.ts'
import type { GameRow } from './game.ts'
import { writeGames } from './write-games.ts'

/** Games as this process last wrote them. Other processes may have changed them since. */
export type RecentGames = LRUCache<number, GameRow>

export interface WrittenWithChange extends Omit<Change, 'set'> {
  /** The player who makes the change; undefined: the server. */
  by?: number
  /** Remembers the changed game after the commit, so that its next move needs no read. */
  remember?: RecentGames | undefined
}

/**
 * Writes a change of one game.
 * @returns the changed game; null if another change came first and nothing was written
 */
export async function changeGame(
  tx: Tx,
  before: GameRow,
  set: NewValues,
  now: Date,
  { by, remember, ...also }: WrittenWithChange = {},
): Promise<Game | null> {
  const [written] = await writeGames(tx, [{ before, change: { set, ...also }, by: by ?? null, at: now }])
  if (!written) return null
  if (remember) afterCommit(tx, () => remember.set(written.row.id, written.row))
  return written.game
}
