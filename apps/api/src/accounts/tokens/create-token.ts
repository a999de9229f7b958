import { ok, type Result } from '@tegenzet/common'
import { rolesAllowScope, type Scope, type Token } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { hashToken, newToken } from '../credentials/token-secret.ts'
import { createLimited } from '../limits/create-limited.ts'
import { recordWithLetter } from '../security-log/record-event.ts'
import { tokenView } from './list-tokens.ts'

const YEAR_10000 = new Date('+010000-01-01T00:00:00.000Z')

/** Creates a personal token and mails its owner. */
export async function createToken(
  deps: Deps,
  db: Db,
  caller: Caller,
  { name, scopes, expiresAt: wanted }: { name: string; scopes: Scope[]; expiresAt?: string },
  client: Client,
): Promise<Result<Token & { token: string }, Refusal>> {
  const { config, now } = deps
  const { accountId, roles } = caller
  const createdAt = now()
  const expiresAt = wanted === undefined ? null : new Date(wanted)
  if (expiresAt && (expiresAt <= createdAt || expiresAt >= YEAR_10000))
    return refuse('validation', 'A token must expire in the future, or never.', {
      errors: [
        { path: '/body/expiresAt', message: 'expected an instant in the future, before the year 10000' },
      ],
    })
  const reserved = scopes.filter((scope) => !rolesAllowScope(roles, scope))
  if (reserved.length > 0)
    return refuse('forbidden', `Your roles do not allow the scopes ${reserved.join(', ')}.`)
  const { tokens: max } = config.limits
  const allowance = {
    max,
    count: (db: Db) => db.token.count({ where: { accountId } }),
    refusal: `You have ${max} tokens, the most allowed: revoke one first.`,
  }
  return createLimited(deps, db, caller, allowance, async (db) => {
    const token = newToken()
    const row = await db.token.create({
      data: { accountId, name, scopes, expiresAt, createdAt, hash: hashToken(token) },
    })
    const change = { accountId, kind: 'token-created', subject: name, client, at: createdAt } as const
    await recordWithLetter(deps, db, change, (details) => ({
      kind: 'token-created',
      name,
      link: `${config.publicUrl}/account/tokens`,
      ...details,
    }))
    return ok({ ...tokenView(row), token })
  })
}
