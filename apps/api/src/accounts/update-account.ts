import type { Account, Language } from '@tegenzet/contract'
import type { Result } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import type { Refusal } from '../refusal.ts'
import { getAccount } from './get-account.ts'

export async function updateAccount(
  deps: Deps,
  accountId: number,
  settings: { language?: Language; timezone?: string },
): Promise<Result<Account, Refusal>> {
  await deps.database.prisma.account.update({
    where: { id: accountId },
    data: { ...settings, updatedAt: deps.now() },
  })
  return getAccount(deps, accountId)
}
