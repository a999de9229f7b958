import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { TIMEOUT_GRACE_MS } from '../../play/game/endings.ts'
import type { Db } from '../../store/transaction.ts'
import { asExpired, readOverdueChallenges } from './challenge-store.ts'
import { writeClosed } from './close-challenge.ts'

/**
 * Closes the challenges that nobody has accepted in time, after a grace period: an acceptance that arrived in time may
 * still be on its way to the database.
 * @returns how many it found
 */
export function expireChallenges({ now }: Deps, db: Db): Promise<number> {
  const at = now()
  const overdue = readOverdueChallenges(db, new Date(at.getTime() - TIMEOUT_GRACE_MS))
  return tryEach(overdue, (challenge) => writeClosed(db, asExpired(challenge), { by: null, at }))
}
