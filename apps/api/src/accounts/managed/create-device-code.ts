import { ok, type Result } from '@tegenzet/common'
import { DEVICE_CODE_MINUTES, type DeviceCode } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { codeLoginRefused } from '../access/password-login-off.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'
import { countAttempt } from '../limits/rate-counters.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { issueCode } from './login-code.ts'

const HOUR_MS = 3_600_000
const MAX_AN_HOUR = 20
const LASTS_MS = DEVICE_CODE_MINUTES * 60_000

/** A code with which the caller logs in on another device, because they may have no password to type there. */
export async function createDeviceCode(
  deps: Deps,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<Result<DeviceCode, Refusal>> {
  const off = codeLoginRefused(deps.config)
  if (off) return off
  const { accountId } = caller
  const limit = { key: ['device code', `${accountId}`], max: MAX_AN_HOUR, windowMs: HOUR_MS }
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted
  return inTransaction(db, async (tx) => {
    const ended = await lockOwnAccount(deps, tx, caller)
    if (ended) return ended
    if (!(await tx.managedAccount.findUnique({ where: { accountId } })))
      return refuse('conflict', 'Only members without an e-mail address need a code for another device.')
    const at = deps.now()
    const issued = await issueCode(deps.config, tx, { accountId, ownDevice: true, at, lastsMs: LASTS_MS })
    await recordEvent(tx, { accountId, kind: 'device-code-created', client, at })
    return ok({ ...issued, expiresAt: new Date(at.getTime() + LASTS_MS).toISOString() })
  })
}
