import type { Language } from '@tegenzet/contract'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockAccount } from '../players/lock-account.ts'
import { recordEvent } from '../security-log/record-event.ts'

const WEEK_MS = 7 * 86_400_000

/**
 * Removes the second factors of a player who has lost them, by the host's command. It is recorded, and the player gets a
 * mail.
 * @returns the name as it was registered, and how many there were; undefined if there is no such account
 */
export async function removeAllFactors(
  deps: Deps,
  db: Db,
  username: string,
): Promise<{ username: string; removed: number } | undefined> {
  const account = await db.account.findFirst({ where: { player: { usernameKey: username.toLowerCase() } } })
  if (!account) return undefined
  const { id: accountId, playerId, name, email, language } = account
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId)
    const at = deps.now()
    const totp = await tx.totp.deleteMany({ where: { accountId } })
    const passkeys = await tx.passkey.deleteMany({ where: { accountId } })
    await tx.recoveryCode.deleteMany({ where: { accountId } })
    const removed = totp.count + passkeys.count
    if (removed === 0) return { username: name, removed }
    const event = await recordEvent(tx, { accountId, kind: 'factors-removed', client: null, at })
    await recordAct(tx, { kind: 'factors-removed', byId: null, playerId, at })
    await writeMail(deps, tx, {
      key: `factors-removed:${event}`,
      accountId,
      recipient: email,
      language: language as Language,
      letter: { kind: 'factors-removed', username: name, link: `${deps.config.publicUrl}/account/security` },
      expiresAt: new Date(at.getTime() + WEEK_MS),
    })
    return { username: name, removed }
  })
}
