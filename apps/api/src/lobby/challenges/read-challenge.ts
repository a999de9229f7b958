import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { findChallenge } from './challenge-store.ts'
import { codeHolds, readCode } from './invite-link.ts'

/**
 * A challenge that a caller may know of. Only its two players may know of one that names an opponent, and only its maker
 * may read an invitation by its number.
 * @param caller null: nobody is logged in
 */
export async function readChallenge(
  db: Db,
  id: number,
  caller: Caller | null,
  at: Date,
): Promise<Result<ChallengeRow, Refusal>> {
  const challenge = await findChallenge(db, id, at)
  return challenge && mayKnow(challenge, caller)
    ? ok(challenge)
    : refuse('not-found', `There is no challenge ${id}.`)
}

function mayKnow({ challenger, opponent, invite }: ChallengeRow, caller: Caller | null): boolean {
  if (!opponent && !invite) return true
  if (!caller || !holdsScope(caller, 'challenge:write')) return false
  return caller.playerId === challenger.id || caller.playerId === opponent?.id
}

/** The invitation whose link has this code. */
export async function readInvitation(
  { config }: Deps,
  db: Db,
  code: string,
  at: Date,
): Promise<Result<ChallengeRow, Refusal>> {
  const read = readCode(code)
  const found = read && (await findChallenge(db, read.id, at))
  return read && found?.invite && codeHolds(config, found, read.signature)
    ? ok(found)
    : refuse('not-found', 'There is no invitation with this link.')
}

export const ratedNotPossible = refuse(
  'rated-not-possible',
  'A rated game needs two people or two bots. Send `rated: false` to play an unrated game.',
)

export const challengeClosed = ({ state, expired }: ChallengeRow) =>
  refuse('challenge-closed', `The challenge is no longer open: it ${expired ? 'expired' : `was ${state}`}.`)
