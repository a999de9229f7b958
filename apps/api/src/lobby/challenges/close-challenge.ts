import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import {
  type ChallengeRow,
  challengeClosed,
  challengeView,
  concerned,
  expiredOf,
  readChallenge,
} from './challenge-row.ts'

export interface CloseChallenge {
  challenge: number
  /** Declined by the player it names, withdrawn by the player who made it. */
  as: 'declined' | 'withdrawn'
  caller: Caller
  arrivedAt: Date
}

/** Declines or withdraws: conditional on the challenge being open still, with its event, in one statement. */
export async function closeChallenge(
  deps: Deps,
  command: CloseChallenge,
): Promise<Result<undefined, Refusal>> {
  const { challenge: id, as: state, caller, arrivedAt } = command
  for (;;) {
    const found = await readChallenge(deps.database, id, caller, arrivedAt)
    if (!found.ok) return found
    const challenge = found.value
    if (state === 'declined' && caller.playerId !== challenge.opponent?.id)
      return refuse('forbidden', 'Only the player whom a challenge names declines it.')
    if (state === 'withdrawn' && caller.playerId !== challenge.challenger.id)
      return refuse('forbidden', 'Only the player who made a challenge withdraws it.')
    if (challenge.state !== 'open') return challengeClosed(challenge)

    if (await close(deps, { ...challenge, state }, caller.playerId)) return ok(undefined)
  }
}

/** Closes one whose time is over. */
export const expireChallenge = (deps: Deps, challenge: ChallengeRow): Promise<boolean> =>
  close(deps, expiredOf(challenge), null)

/**
 * @param closed the challenge as it is to be
 * @param by null: the server
 * @returns false where it was no longer open
 */
async function close(deps: Deps, closed: ChallengeRow, by: number | null): Promise<boolean> {
  const view = challengeView(closed)
  const now = deps.now()
  const [event] = await deps.database.prisma.$queryRaw<{ id: bigint }[]>`
    WITH closed AS (
      UPDATE challenges
      SET state = ${closed.state}::challenge_state, expired = ${closed.expired}, closed_at = ${now}::timestamptz
      WHERE id = ${closed.id} AND state = 'open'
      RETURNING id
    )
    INSERT INTO events (type, player_ids, actor_id, payload, created_at)
    SELECT 'challenge', ${concerned(view)}::int[], ${by}::int, ${JSON.stringify(view)}::jsonb, ${now}::timestamptz
    FROM closed
    RETURNING id`
  if (!event) return false
  deps.live.announce({ id: Number(event.id), type: 'challenge', challenge: view }, concerned(view))
  return true
}
