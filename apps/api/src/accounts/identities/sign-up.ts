import type { Result } from '@tegenzet/common'
import type { Language } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { rememberAddress } from '../limits/password-attempts.ts'
import { countAttempt, uncountAttempt } from '../limits/rate-counters.ts'
import { insertAccount, type NewAccount, registrationLimit } from '../login/insert-account.ts'
import { type LoggedIn, startSession } from '../login/start-session.ts'
import { isHostName, isServerName, NAME_RESERVED } from '../names/reserved-names.ts'
import { registrationRefused } from '../site-invitations/redeem-invitation.ts'
import type { KnownStep } from './kept-step.ts'

/** Whether new people need an invitation besides the provider. */
export const invitationNeeded = ({ oidc, registration }: Pick<Config, 'oidc' | 'registration'>): boolean =>
  oidc?.signup === false && registration === 'invite'

/** Refuses everybody whom this site does not know. */
export const signupClosed = (config: Pick<Config, 'oidc' | 'registration'>): Refused | null =>
  config.oidc?.signup || invitationNeeded(config)
    ? null
    : refuse('registration-closed', 'Only people who have an account on this site can log in here.')

interface SignUp {
  username: string
  language?: Language | undefined
  invitation?: string | undefined
  /** A guest keeps their player. */
  caller: Caller | null
  client: Client
}

/** Creates the account of somebody whom the provider has logged in. An address that another account has is left out. */
export async function signUp(
  deps: Deps,
  db: Db,
  { person, fresh }: KnownStep,
  { username, language, invitation: key, caller, client }: SignUp,
): Promise<Result<LoggedIn, Refusal>> {
  const { config } = deps
  const closed = signupClosed(config)
  if (closed) return closed
  const invitation = invitationNeeded(config) ? { key, at: deps.now() } : null
  const notInvited = invitation && (await registrationRefused(config, db, invitation))
  if (notInvited) return notInvited
  if (isServerName(username) || isHostName(config, username)) return NAME_RESERVED
  const limit = await registrationLimit(deps, db, client)
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted

  const { issuer, subject, email } = person
  const account: NewAccount = {
    username,
    language,
    email,
    kind: 'human',
    role: 'player',
    credential: { identity: { issuer, subject } },
    invitation,
    caller,
    client,
  }
  const first = await insertAccount(deps, db, account)
  // the provider's word joins no accounts
  const inserted =
    !first.ok && first.error.code === 'email-taken'
      ? await insertAccount(deps, db, { ...account, email: null })
      : first
  if (!inserted.ok) {
    await uncountAttempt(db, limit)
    return inserted
  }
  const { address, userAgent } = client
  await rememberAddress(deps, db, { who: inserted.value, address })
  return startSession(deps, db, { accountId: inserted.value, userAgent, isProof: fresh })
}
