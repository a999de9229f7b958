import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { ok, type Result } from '@tegenzet/common'
import type { PasskeyAnswer } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { newChallenge, ownChallengeIn, useChallenge } from './challenge.ts'
import { refusedAnswer } from './refused-answer.ts'
import { NO_DOMAIN, relyingParty } from './relying-party.ts'

/** The options with which a browser asks a passkey for an answer. They name no account. */
export async function challengePasskey(
  deps: Deps,
  origin: string | undefined,
): Promise<Result<{ challenge: string }, Refusal>> {
  const site = relyingParty(deps.config, origin)
  if (!site) return NO_DOMAIN
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const challenge = newChallenge(deps, 'log in')
  return ok({
    ...(await generateAuthenticationOptions({ rpID: site.id, challenge, userVerification: 'required' })),
  })
}

/**
 * Checks the answer of a passkey. It does not work again.
 * @param accountId whose passkey it must be; undefined: anybody's
 * @returns the account's id
 */
export async function verifyPasskey(
  deps: Deps,
  db: Db,
  { answer, origin, accountId }: { answer: PasskeyAnswer; origin: string | undefined; accountId?: number },
): Promise<Result<number, Refusal>> {
  const site = relyingParty(deps.config, origin)
  if (!site) return NO_DOMAIN
  const passkey = await db.passkey.findUnique({ where: { credentialId: answer.id, accountId } })
  if (!passkey) return WRONG_PASSKEY
  const expectedChallenge = ownChallengeIn(deps, 'log in', answer.response.clientDataJSON)
  if (!expectedChallenge) return WRONG_PASSKEY
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verification = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => refusedAnswer(deps, error))
  if (!verification?.verified) return WRONG_PASSKEY
  if (!(await useChallenge(deps, db, expectedChallenge))) return WRONG_PASSKEY
  await db.passkey.updateMany({
    where: { id: passkey.id },
    data: { counter: verification.authenticationInfo.newCounter, lastUsedAt: deps.now() },
  })
  return ok(passkey.accountId)
}

const WRONG_PASSKEY = refuse(
  'wrong-credentials',
  'This server does not know the passkey, or its answer is wrong, too old or was used before.',
)
