import { ADMIN_SCOPES, type Scope, type Token } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { hashToken, newToken } from '../credentials/token-secret.ts'
import { createLimited } from '../limits/create-limited.ts'
import { tokenView } from './list-tokens.ts'

const YEAR_10000 = new Date('+010000-01-01T00:00:00.000Z')

/** Creates a personal token. */
export async function createToken(
  { config, now }: Deps,
  tx: Tx,
  { accountId, role }: Caller,
  { name, scopes, expiresAt: wanted }: { name: string; scopes: Scope[]; expiresAt?: string },
): Promise<Result<Token & { token: string }, Refusal>> {
  const createdAt = now()
  const expiresAt = wanted === undefined ? null : new Date(wanted)
  if (expiresAt && (expiresAt <= createdAt || expiresAt >= YEAR_10000))
    return {
      ok: false,
      error: {
        code: 'validation',
        detail: 'A token must expire in the future, or never.',
        errors: [
          { path: '/body/expiresAt', message: 'expected an instant in the future, before the year 10000' },
        ],
      },
    }
  if (role !== 'admin' && scopes.some((scope) => ADMIN_SCOPES.includes(scope)))
    return refuse('forbidden', `Only an admin’s token can have the scopes ${ADMIN_SCOPES.join(', ')}.`)
  const { tokens: max } = config.limits
  const allowance = {
    max,
    count: (tx: Tx) => tx.token.count({ where: { accountId } }),
    refusal: `You have ${max} tokens, the most allowed: revoke one first.`,
  }
  return createLimited(tx, accountId, allowance, async (tx) => {
    const token = newToken()
    const row = await tx.token.create({
      data: { accountId, name, scopes, expiresAt, createdAt, hash: hashToken(token) },
    })
    return ok({ ...tokenView(row), token })
  })
}
