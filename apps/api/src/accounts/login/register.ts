import type { Result } from '@tegenzet/common'
import type { AccountKind, Language, PuzzleSolution } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { passwordLoginRefused } from '../access/password-login-off.ts'
import { adminCodeFits, needsAdminCode } from '../admins/admin-code.ts'
import { rememberAddress } from '../limits/password-attempts.ts'
import { countAttempt, uncountAttempt } from '../limits/rate-counters.ts'
import { isHostName, isServerName, NAME_RESERVED } from '../names/reserved-names.ts'
import { hashPassword } from '../password/hash-password.ts'
import { weakPasswordRefused } from '../password/weak-password.ts'
import { registrationRefused } from '../site-invitations/redeem-invitation.ts'
import { insertAccount, registrationLimit } from './insert-account.ts'
import { workRefused } from './proof-of-work.ts'
import { type LoggedIn, startSession } from './start-session.ts'

export interface Registration {
  username: string
  email: string
  password: string
  language?: Language
  kind: AccountKind
  adminCode?: string
  puzzle?: PuzzleSolution
  /** The key of a site invitation. */
  invitation?: string
  /** Who registers: a guest keeps their player. Anybody else gets a new one. */
  caller: Caller | null
  /** Registrations are limited by its address. */
  client: Client
}

export async function register(
  deps: Deps,
  db: Db,
  registration: Registration,
): Promise<Result<LoggedIn, Refusal>> {
  const { username, adminCode, password, client } = registration
  const { address, userAgent } = client
  const { config } = deps
  if (registration.caller?.guest && registration.kind === 'bot')
    return refuse('guests-cannot', 'Guests are people. Log out first to register a bot.')
  const isNamedAdmin = config.admins.includes(username.toLowerCase())
  if (isNamedAdmin && registration.kind === 'bot')
    return refuse('forbidden', 'This is the name of an admin, and only people can have roles.')
  if (needsAdminCode(config, username) && !adminCodeFits(config, username, adminCode))
    return refuse(
      'forbidden',
      'This is the name of an admin. Registering it needs the code in the server’s log.',
    )
  const refusedPassword = passwordLoginRefused(config, username)
  if (refusedPassword) return refusedPassword
  const invitation = { key: registration.invitation, at: deps.now() }
  const notInvited = !isNamedAdmin && (await registrationRefused(config, db, invitation))
  if (notInvited) return notInvited
  const unsolved = workRefused(deps, username, registration.puzzle)
  if (unsolved) return unsolved
  if (isServerName(username) || (!isNamedAdmin && isHostName(config, username))) return NAME_RESERVED

  const weak = await weakPasswordRefused(password, registration)
  if (weak) return weak
  const limit = await registrationLimit(deps, db, client)
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted

  const needsInvitation = config.registration === 'invite' && !isNamedAdmin
  const inserted = await insertAccount(deps, db, {
    ...registration,
    email: { address: registration.email.toLowerCase(), verified: false },
    role: isNamedAdmin ? 'admin' : 'player',
    credential: { passwordHash: await hashPassword(password, address) },
    invitation: needsInvitation ? invitation : null,
  })
  if (!inserted.ok) {
    // the answer reveals who has an account, so it is limited too
    if (inserted.error.code !== 'email-taken') await uncountAttempt(db, limit)
    return inserted
  }
  await rememberAddress(deps, db, { who: inserted.value, address })
  return startSession(deps, db, { accountId: inserted.value, userAgent })
}
