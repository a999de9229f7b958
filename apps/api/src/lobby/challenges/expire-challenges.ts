import type { Deps } from '../../deps.ts'
import { TIMEOUT_GRACE_MS } from '../../play/game/endings.ts'
import type { Tx } from '../../store/transaction.ts'
import { type ChallengeRow, challengeColumns, JOIN_PLAYERS } from './challenge-row.ts'
import { expireChallenge } from './close-challenge.ts'

/**
 * Closes the challenges that nobody accepted in time, with the grace of overdue games.
 * @returns how many it found
 */
export async function expireChallenges(deps: Deps, tx: Tx): Promise<number> {
  const now = deps.now()
  const cutoff = new Date(now.getTime() - TIMEOUT_GRACE_MS)
  const due = await tx.$queryRaw<ChallengeRow[]>`
    SELECT ${challengeColumns(now)} FROM challenges c ${JOIN_PLAYERS}
    WHERE c.state = 'open' AND c.expires_at < ${cutoff}::timestamptz ORDER BY c.expires_at`
  for (const challenge of due) await expireChallenge(deps, challenge)
  return due.length
}
