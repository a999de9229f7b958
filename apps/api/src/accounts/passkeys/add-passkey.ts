import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { ok, type Result } from '@tegenzet/common'
import { MAX_PASSKEYS, type NewPasskey, type Passkey } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { issueRecoveryCodes } from '../factors/recovery-codes.ts'
import { hasSecondFactor, passkeyView } from '../factors/second-factor.ts'
import { createLimited } from '../limits/create-limited.ts'
import { alertOwner } from '../security-log/record-event.ts'
import { newChallenge, ownChallengeIn, useChallenge } from './challenge.ts'
import { refusedAnswer } from './refused-answer.ts'
import { NO_DOMAIN, type RelyingParty, relyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The options with which a browser makes a passkey. It can log in without a name, and asks for a PIN or a fingerprint. */
export async function startPasskey(
  deps: Deps,
  db: Db,
  caller: Caller,
  origin: string | undefined,
): Promise<Result<{ challenge: string }, Refusal>> {
  const site = relyingParty(deps.config, origin)
  if (!site) return NO_DOMAIN
  const { accountId, username } = caller
  const known = await db.passkey.findMany({ where: { accountId } })
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: deps.config.siteName,
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(`account ${accountId}`)),
    userName: username,
    userDisplayName: username,
    challenge: newChallenge(deps, `add to ${accountId}`),
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return ok({ ...options })
}

/** Adds a passkey that the browser has made. */
export async function addPasskey(
  deps: Deps,
  db: Db,
  caller: Caller,
  { name, passkey, origin, client }: NewPasskey & { origin: string | undefined; client: Client },
): Promise<Result<{ passkey: Passkey; recoveryCodes: string[] | null }, Refusal>> {
  const site = relyingParty(deps.config, origin)
  if (!site) return NO_DOMAIN
  const { accountId } = caller
  const challenge = ownChallengeIn(deps, `add to ${accountId}`, passkey.response.clientDataJSON)
  const credential =
    challenge && (await verifyNew(deps, site, challenge, passkey as RegistrationResponseJSON))
  if (!credential || !(await useChallenge(deps, db, challenge))) return NOT_MADE_HERE
  const allowance = {
    max: MAX_PASSKEYS,
    count: (db: Db) => db.passkey.count({ where: { accountId } }),
    refusal: `You have ${MAX_PASSKEYS} passkeys, the most allowed: remove one first.`,
  }
  try {
    return await createLimited(deps, db, caller, allowance, async (db) => {
      const at = deps.now()
      const isFirst = !(await hasSecondFactor(db, accountId))
      const row = await db.passkey.create({
        data: {
          accountId,
          name,
          createdAt: at,
          credentialId: credential.id,
          publicKey: credential.publicKey,
          counter: credential.counter,
          transports: passkey.response.transports ?? [],
        },
      })
      await alertOwner(deps, db, { accountId, kind: 'passkey-added', subject: name, client, at })
      const recoveryCodes = isFirst ? await issueRecoveryCodes(db, accountId) : null
      return ok({ passkey: passkeyView(row), recoveryCodes })
    })
  } catch (error) {
    if (violatedIndex(error) === 'passkeys_credential_id_key')
      return refuse('conflict', 'This passkey was added before.')
    throw error
  }
}

/** @returns null if the browser did not make it for this challenge */
async function verifyNew(
  deps: Deps,
  site: RelyingParty,
  expectedChallenge: string,
  response: RegistrationResponseJSON,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refusedAnswer(deps, error))
  return verification?.registrationInfo?.credential ?? null
}

const NOT_MADE_HERE = refuse(
  'wrong-credentials',
  'The passkey does not answer a challenge of this server, or the challenge has expired. Start again.',
)
