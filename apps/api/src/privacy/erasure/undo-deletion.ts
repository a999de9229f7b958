import { ok, type Result } from '@tegenzet/common'
import type { Account } from '@tegenzet/contract'
import { linkHolds, readLinkToken } from '../../accounts/credentials/mailed-link.ts'
import { keepAccount } from '../../accounts/deletion/keep-account.ts'
import { getAccount } from '../../accounts/profile/get-account.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'

/** Keeps the caller's account after all. */
export async function undoDeletion(
  deps: Deps,
  db: Db,
  { accountId }: Caller,
  client: Client,
): Promise<Result<Account, Refusal>> {
  return (await keepAccount(deps, db, accountId, client))
    ? getAccount(db, accountId)
    : refuse('conflict', 'Your account is not going to be deleted.')
}

/** Keeps the account whose owner has opened a mailed link. */
export async function redeemUndoDeletion(
  deps: Deps,
  db: Db,
  token: string,
  client: Client,
): Promise<Result<{ username: string }, Refusal>> {
  const read = readLinkToken(deps, token)
  const account = read && (await db.account.findUnique({ where: { id: read.id } }))
  const deletesAt = account?.deletesAt?.toISOString()
  if (!account || !deletesAt || !linkHolds(deps, 'undo-deletion', read, [deletesAt])) return EXPIRED
  return (await keepAccount(deps, db, account.id, client)) ? ok({ username: account.name }) : EXPIRED
}

const EXPIRED = refuse('link-expired', 'This link has expired or was already used.')
