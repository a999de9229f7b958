import { PROOF_MINUTES } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { sessionIdOf } from '../sessions/sessions.ts'

export const PROOF_MS = PROOF_MINUTES * 60_000

/**
 * Refuses a sensitive change in a session whose log-in or last proof is too old: somebody else may be using it. `serve`
 * asks this for endpoints with `proof`; handlers that lock the account ask again, because a session can end meanwhile.
 */
export async function proofRefused(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  caller: Caller,
  proof: true | 'unless-first' = true,
): Promise<Refused | null> {
  if (caller.kind !== 'session') return null
  const session = await db.session.findUnique({
    where: { id: sessionIdOf(caller) },
    select: { createdAt: true, provedAt: true },
  })
  const provedAt = session?.provedAt ?? session?.createdAt
  if (proof === 'unless-first' && (await canProveNothing(config, db, caller))) return null
  return provedAt && provedAt.getTime() + PROOF_MS > now().getTime()
    ? null
    : refuse(
        'proof-needed',
        `Your last log-in or proof of identity was more than ${PROOF_MINUTES} minutes ago. Send your password or a code to POST /api/v1/session/proof first, or log in again with the host’s provider (GET /api/v1/session/oidc?fresh=true).`,
      )
}

/** Somebody who logged in with a code has nothing else before they set up the first way to log in. */
const canProveNothing = async ({ oidc }: Config, db: Db, { accountId }: Caller): Promise<boolean> =>
  (await db.account.count({
    where: {
      id: accountId,
      credentials: { none: { password: { not: null } } },
      passkeys: { none: {} },
      identities: { none: { issuer: oidc?.issuer ?? '' } },
      NOT: { totp: { confirmedAt: { not: null } } },
    },
  })) > 0
