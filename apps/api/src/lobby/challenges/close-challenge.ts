import { ok, type Result } from '@tegenzet/common'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { challengeView, concernedBy } from './challenge-view.ts'
import { challengeClosed, readChallenge } from './read-challenge.ts'

interface CloseChallenge {
  challenge: number
  /** Declined by the player it names, or withdrawn by the player who made it. */
  as: 'declined' | 'withdrawn'
  /** Why it is declined, for the challenger. */
  reason?: string | null | undefined
  caller: Caller
  arrivedAt: Date
}

/** Declines or withdraws an open challenge. */
export async function closeChallenge(
  { now }: Deps,
  db: Db,
  { challenge: id, as: state, reason = null, caller, arrivedAt }: CloseChallenge,
): Promise<Result<undefined, Refusal>> {
  for (;;) {
    const found = await readChallenge(db, id, caller, arrivedAt)
    if (!found.ok) return found
    const challenge = found.value
    if (state === 'declined' && caller.playerId !== challenge.opponent?.id)
      return refuse('forbidden', 'Only the challenged player can decline this challenge.')
    if (state === 'withdrawn' && caller.playerId !== challenge.challenger.id)
      return refuse('forbidden', 'Only the player who made this challenge can withdraw it.')
    if (challenge.state !== 'open') return challengeClosed(challenge)
    const muted = reason !== null && (await sanctionRefused(db, caller.playerId, 'mute', arrivedAt))
    if (muted) return muted

    const cause = { by: caller.playerId, at: now() }
    if (await writeClosed(db, { ...challenge, state, declineReason: reason }, cause)) return ok(undefined)
  }
}

/**
 * Writes a closed challenge and its event.
 * @returns false if it was no longer open
 */
export const writeClosed = (
  db: Db,
  closed: ChallengeRow,
  cause: { by: number | null; at: Date },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { id, state, declineReason, expired } = closed
    const { count } = await tx.challenge.updateMany({
      where: { id, state: 'open' },
      data: { state, declineReason, expired, closedAt: cause.at },
    })
    if (count === 0) return false
    const challenge = challengeView(closed)
    await append(tx, [{ event: { type: 'challenge', challenge }, playerIds: concernedBy(challenge) }], cause)
    return true
  })
