import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type ChallengeRow, findChallenge } from './challenge-row.ts'
import { codeHolds, readCode } from './invite-link.ts'

/** The invitation that a code opens, as it stood at a moment. */
export async function readInvite(
  { database, config }: Deps,
  code: string,
  at: Date,
): Promise<Result<ChallengeRow, Refusal>> {
  const read = readCode(code)
  const found = read && (await findChallenge(database, read.id, at))
  return found?.invite && codeHolds(config, found, read!.signature)
    ? ok(found)
    : refuse('not-found', 'There is no invitation with this link.')
}
