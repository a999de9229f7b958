import type { Account, AccountKind, Language } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { quietHoursOf } from './schedule.ts'

/** @throws where there is no such account: the caller's own always is there */
export async function getAccount({ database }: Deps, accountId: number): Promise<Result<Account, Refusal>> {
  const account = await database.prisma.account.findUniqueOrThrow({
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
    createdAt: account.createdAt.toISOString(),
  })
}
