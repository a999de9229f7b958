import { ok, type Result } from '@tegenzet/rules'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { challengeClosed, challengeView, concerned, readChallenge } from './challenge-row.ts'

export interface CloseChallenge {
  challenge: number
  /** Declined by the player it names, withdrawn by the player who made it. */
  as: 'declined' | 'withdrawn'
  caller: Caller
}

/** Declines or withdraws: conditional on the challenge being open still, with its event, in one statement. */
export async function closeChallenge(
  deps: Deps,
  command: CloseChallenge,
): Promise<Result<undefined, Refusal>> {
  const { challenge: id, as: state, caller } = command
  for (;;) {
    const found = await readChallenge(deps.database, id, caller)
    if (!found.ok) return found
    const challenge = found.value
    if (state === 'declined' && caller.playerId !== challenge.opponent?.id)
      return refuse('forbidden', 'Only the player whom a challenge names declines it.')
    if (state === 'withdrawn' && caller.playerId !== challenge.challenger.id)
      return refuse('forbidden', 'Only the player who made a challenge withdraws it.')
    if (challenge.state !== 'open') return challengeClosed(challenge)

    const view = { ...challengeView(challenge), state }
    const now = deps.now()
    const [event] = await deps.database.prisma.$queryRaw<{ id: bigint }[]>`
      WITH closed AS (
        UPDATE challenges SET state = ${state}::challenge_state, closed_at = ${now}::timestamptz
        WHERE id = ${challenge.id} AND state = 'open'
        RETURNING id
      )
      INSERT INTO events (type, player_ids, actor_id, payload, created_at)
      SELECT 'challenge', ${concerned(view)}::int[], ${caller.playerId}::int, ${JSON.stringify(view)}::jsonb,
        ${now}::timestamptz
      FROM closed
      RETURNING id`
    if (!event) continue
    deps.live.announce({ id: Number(event.id), type: 'challenge', challenge: view }, concerned(view))
    return ok(undefined)
  }
}
