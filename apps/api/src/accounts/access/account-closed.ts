import type { Deps } from '../../deps.ts'
import type { Refused } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { signLink } from '../credentials/mailed-link.ts'
import { readSanctionInForce, refuseSanctioned } from './sanctions-in-force.ts'

const APPEAL_MS = 30 * 86_400_000

/** Refuses a log-in with the right password while the account is closed. The answer has the link for an appeal. */
export async function closedAccountRefused(
  deps: Deps,
  db: Db,
  account: { id: number; playerId: number },
): Promise<Refused | null> {
  const sanction = await readSanctionInForce(db, account.playerId, 'close', deps.now())
  if (!sanction) return null
  const end = sanction.until ? ` until ${sanction.until.toISOString()}` : ''
  const detail = `This account is closed${end}: ${sanction.reason} You can appeal.`
  return refuseSanctioned('account-closed', detail, sanction, appealLink(deps, account.id, sanction.id))
}

/** The page on which somebody who cannot log in appeals against the closure. */
export const appealLink = (deps: Deps, accountId: number, sanctionId: number): string =>
  signLink(deps, 'appeal', accountId, [`${sanctionId}`], new Date(deps.now().getTime() + APPEAL_MS))
