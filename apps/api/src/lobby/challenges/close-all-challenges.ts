import type { Db } from '../../store/transaction.ts'
import { readOpenChallenges } from './challenge-store.ts'
import { writeClosed } from './close-challenge.ts'

/** How many are read at a time. */
const BATCH = 100

/** Withdraws all open challenges that a player has made, and with `received` declines those made to them. */
export async function closeAllChallenges(
  db: Db,
  playerId: number,
  at: Date,
  { received }: { received: boolean },
): Promise<void> {
  let beforeId: number | undefined
  for (;;) {
    const found = await readOpenChallenges(
      db,
      { whose: { playerId }, contactOf: null, rules: undefined, club: undefined, beforeId, limit: BATCH },
      at,
    )
    for (const challenge of found) {
      const isOwn = challenge.challenger.id === playerId
      if (isOwn || received)
        await writeClosed(db, { ...challenge, state: isOwn ? 'withdrawn' : 'declined' }, { by: null, at })
    }
    const last = found.at(-1)
    if (!last || found.length < BATCH) return
    beforeId = last.id
  }
}
