import type { Account, AccountKind, Language } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { staffRoles } from '../people/staff-roles.ts'
import { quietHoursOf } from './schedule.ts'

/** @throws if there is no such account */
export async function getAccount(tx: Tx, accountId: number): Promise<Result<Account, Refusal>> {
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    include: { player: true },
  })
  return ok({
    id: account.playerId,
    username: account.player.username,
    kind: account.player.kind as AccountKind,
    email: account.email,
    emailVerified: account.emailVerified,
    pendingEmail: account.pendingEmail,
    language: account.language as Language,
    timezone: account.timezone,
    daysOff: account.daysOff,
    quietHours: quietHoursOf(account),
    role: account.role,
    secondFactor: await hasSecondFactor(tx, accountId),
    roles: staffRoles(account),
    deletesAt: account.deletesAt?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
  })
}
