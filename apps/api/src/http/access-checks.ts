import { type Access, type Endpoint, isForStaff, isOpen, type OpenAccess } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refusal.ts'
import { type Caller, holdsScope } from './caller.ts'
import { notLoggedIn } from './session.ts'

/** @throws RefusalError 401 or 403 */
export function requireAccess(access: Exclude<Access, OpenAccess>, caller: Caller | null): Caller {
  if (!caller) throw notLoggedIn()
  if (access === 'session') {
    if (caller.kind !== 'session')
      throw new RefusalError('forbidden', 'This needs a login; a token is not enough.')
  } else if (!holdsScope(caller, access))
    throw new RefusalError('missing-scope', `The token lacks the scope ${access}.`)
  return caller
}

/** @throws RefusalError 403 for guests, unless the call is for them too */
export function checkGuest({ access, guests }: Endpoint, caller: Caller | null): void {
  if (caller?.guest && !isOpen(access) && !guests)
    throw new RefusalError('guests-cannot', 'Guests cannot do this. Register to keep your games and do more.')
}

/** @throws RefusalError 403 unless the caller has one of the roles */
export function checkRoles(roles: Endpoint['roles'], caller: Caller | null): void {
  if (!roles || roles.some((role) => caller?.roles.includes(role))) return
  throw new RefusalError('forbidden', `Only people with one of these roles may do this: ${roles.join(', ')}.`)
}

/** @throws RefusalError 403 unless the session has logged in or proved its identity lately */
export async function checkProof(app: FastifyInstance, { proof }: Endpoint, caller: Caller | null) {
  const unproved = proof && caller && (await app.proofRefused(caller, proof))
  if (unproved) throw new RefusalError(unproved.error.code, unproved.error.detail)
}

/** @throws RefusalError 403 that tells an admin without a second factor to set one up */
export function checkFactor({ path }: Endpoint, caller: Caller | null): void {
  if (caller?.factorMissing && isForStaff(path))
    throw new RefusalError(
      'factor-required',
      'Admins of this server need a second factor. Set up an authenticator app or a passkey first.',
    )
}
