import { ok, type Result } from '@tegenzet/common'
import type { Stakes } from '@tegenzet/contract'
import { update } from '@tegenzet/ratings'
import type { Caller } from '../../http/caller.ts'
import type { ChallengeRow } from '../../lobby/challenges/challenge-row.ts'
import { readChallenge } from '../../lobby/challenges/read-challenge.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { ratingAt } from './rate-game.ts'
import { readRatings } from './rating-store.ts'

const NOTHING: Stakes = { win: null, draw: null, loss: null }

/** How the caller's rating would change if the game of a challenge ended at `at`. */
export async function getStakes(
  db: Db,
  id: number,
  caller: Caller,
  at: Date,
): Promise<Result<Stakes, Refusal>> {
  const found = await readChallenge(db, id, caller, at)
  if (!found.ok) return found
  const opponentId = opponentOf(found.value, caller)
  if (opponentId === null) return ok(NOTHING)
  const ratings = await readRatings(db, found.value.rules, [caller.playerId, opponentId])
  const own = ratingAt(ratings.get(caller.playerId), at)
  const opponent = ratingAt(ratings.get(opponentId), at)
  const change = (score: 0 | 0.5 | 1) => update(own, [{ opponent, score }]).rating - own.rating
  return ok({ win: change(1), draw: change(0.5), loss: change(0) })
}

/** Whom the caller would play a rated game against; null: nobody yet, or it would not be rated. */
function opponentOf({ rated, challenger, opponent }: ChallengeRow, caller: Caller): number | null {
  if (!rated) return null
  if (challenger.id === caller.playerId)
    return opponent && opponent.kind === challenger.kind ? opponent.id : null
  return challenger.kind === (caller.bot ? 'bot' : 'human') ? challenger.id : null
}
