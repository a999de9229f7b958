import { ok, type Result } from '@tegenzet/common'
import { LOGIN_CODE_DAYS, type LoginCode } from '@tegenzet/contract'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { codeLoginRefused } from '../access/password-login-off.ts'
import { revokePrograms } from '../credentials/revoke-programs.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { endSessions } from '../sessions/sessions.ts'
import { type LockedMember, lockMember } from './lock-member.ts'
import { issueCode } from './login-code.ts'

export const LOGIN_CODE_MS = LOGIN_CODE_DAYS * 86_400_000

interface RenewCode {
  username: string
  /** Whether to end sessions, programs, the password and second factors too. */
  endSessions: boolean
  caller: Caller
  at: Date
}

/** Gives a member a new code. The old one stops working. */
export const renewCode = (
  deps: Deps,
  db: Db,
  { username, endSessions: all, caller, at }: RenewCode,
): Promise<Result<LoginCode, Refusal>> =>
  inTransaction(db, async (tx) => {
    const off = codeLoginRefused(deps.config)
    if (off) return off
    const found = await lockMember(deps, tx, caller, username)
    if (!found.ok) return found
    const { accountId, playerId } = found.value
    if (all) await endAccess(tx, found.value, at)
    const issued = await issueCode(deps.config, tx, {
      accountId,
      ownDevice: false,
      at,
      lastsMs: LOGIN_CODE_MS,
    })
    const subject = caller.username
    await recordEvent(tx, { accountId, kind: 'login-code-renewed', subject, client: null, at })
    await recordAct(tx, {
      kind: 'member-code-renewed',
      byId: caller.playerId,
      playerId,
      details: { endSessions: all },
      at,
    })
    return ok(issued)
  })

/** For a lost phone, which may have kept the password: whoever has it gets in no more. */
async function endAccess(tx: Tx, { accountId }: LockedMember, at: Date): Promise<void> {
  await endSessions(tx, accountId)
  await revokePrograms(tx, accountId)
  await tx.loginCode.deleteMany({ where: { accountId } })
  await tx.credential.deleteMany({ where: { userId: accountId } })
  const totp = await tx.totp.deleteMany({ where: { accountId } })
  const passkeys = await tx.passkey.deleteMany({ where: { accountId } })
  await tx.recoveryCode.deleteMany({ where: { accountId } })
  await tx.identity.deleteMany({ where: { accountId } })
  await recordEvent(tx, { accountId, kind: 'access-revoked', client: null, at })
  if (totp.count + passkeys.count > 0)
    await recordEvent(tx, { accountId, kind: 'factors-removed', client: null, at })
}
