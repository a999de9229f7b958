import { ok, type Result } from '@tegenzet/common'
import type { AccountReview, Language } from '@tegenzet/contract'
import { MANAGED } from '../../accounts/managed/managed-account.ts'
import { emailAddress } from '../../accounts/players/email-address.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import { readGivenWarnings } from '../../accounts/warnings/warning-store.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { readClaims } from '../../play/claims/claim-store.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readReports } from '../reports/report-store.ts'
import { countReportsBy } from '../reports/review-report.ts'
import { allowedSanctions } from '../sanctions/allowed-sanctions.ts'
import { readSanctions } from '../sanctions/sanction-store.ts'
import { foundAccount, foundAccountSelect } from './search-accounts.ts'

/** How many sanctions, reports, warnings and claims are shown. */
const HISTORY = 50

/** An account with what moderators need to know before they act. Nobody reviews their own. */
export async function reviewAccount(
  { now }: Deps,
  db: Db,
  caller: Caller,
  username: string,
): Promise<Result<AccountReview, Refusal>> {
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const playerId = person.value.id
  if (playerId === caller.playerId)
    return refuse('yourself', 'You cannot review your own account: ask another moderator.')
  const account = await db.account.findUnique({
    where: { playerId },
    select: { ...foundAccountSelect(now()), language: true, email: true, emailVerified: true, ...MANAGED },
  })
  if (!account) return refuse('not-found', `${username} has no account.`)
  const found = foundAccount(account)
  const allowed = found.roles.length > 0 ? [] : allowedSanctions(caller.roles)
  return ok({
    ...found,
    language: account.language as Language,
    email: caller.roles.includes('admin') ? emailAddress(account.email) : null,
    emailVerified: account.emailVerified,
    managed: account.managed !== null,
    allSanctions: await readSanctions(db, { where: { playerId }, take: HISTORY }),
    reports: await readReports(db, { where: { playerId }, orderBy: { id: 'desc' }, take: HISTORY }),
    reported: await countReportsBy(db, playerId),
    warnings: await readGivenWarnings(db, playerId, HISTORY),
    claims: await readClaims(db, { where: { claimantId: playerId }, orderBy: { id: 'desc' }, take: HISTORY }),
    mayImpose: allowed.filter((kind) => !found.sanctions.includes(kind)),
  })
}
