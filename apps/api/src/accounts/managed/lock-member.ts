import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { credentialRefused } from '../credentials/credential-refused.ts'
import { findPerson } from '../players/find-person.ts'
import { lockAccount } from '../players/lock-account.ts'
import { managersOnly, outOfScope, readManagerScope } from './manager-scope.ts'

export interface LockedMember {
  accountId: number
  playerId: number
  username: string
}

/** Finds and locks an account that the caller may manage. */
export async function lockMember(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  caller: Caller,
  username: string,
): Promise<Result<LockedMember, Refusal>> {
  const person = await findPerson(tx, username)
  if (!person.ok) return person
  const { id: playerId, username: name } = person.value
  const account = await tx.account.findUnique({ where: { playerId }, select: { id: true } })
  if (!account) return refuse('not-found', `${name} has no account.`)
  // the owner may be confirming an address, or an admin giving a role
  await lockAccount(tx, account.id)
  const ended = await credentialRefused(deps, tx, caller)
  if (ended) return ended
  const scope = await readManagerScope(tx, caller)
  if (!scope) return managersOnly
  const managed = await tx.managedAccount.findUnique({ where: { accountId: account.id } })
  if (!managed)
    return refuse('forbidden', `${name} has an account of their own, which nobody manages for them.`)
  return outOfScope(scope, managed.clubId) ?? ok({ accountId: account.id, playerId, username: name })
}
