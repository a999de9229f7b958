import type { FoundAccount, searchAccountsQuery } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { inForceAt } from '../../accounts/access/sanctions-in-force.ts'
import { staffRoles } from '../../accounts/players/staff-roles.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer } from '../../store/decode.ts'
import { decodeCursor, keyName, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'

/** What a search and a review show of an account. */
export const foundAccountSelect = (at: Date) =>
  ({
    role: true,
    roles: true,
    createdAt: true,
    player: {
      select: {
        id: true,
        username: true,
        usernameKey: true,
        kind: true,
        sanctions: { where: inForceAt(at), select: { kind: true }, orderBy: { id: 'asc' } },
      },
    },
  }) satisfies Prisma.AccountSelect
type FoundRow = Prisma.AccountGetPayload<{ select: ReturnType<typeof foundAccountSelect> }>

export const foundAccount = ({ player, createdAt, ...account }: FoundRow): FoundAccount => ({
  player: decodePlayer(player),
  createdAt: createdAt.toISOString(),
  roles: staffRoles(account),
  sanctions: player.sanctions.map(({ kind }) => kind),
})

/** Accounts by username. */
export async function searchAccounts(
  { now }: Deps,
  tx: Tx,
  { roles }: Caller,
  { q = '', limit, cursor }: z.output<typeof searchAccountsQuery>,
): Promise<Result<Page<FoundAccount>, Refusal>> {
  const after = decodeCursor(cursor, keyName)
  if (!after.ok) return after
  const sought = q.trim().toLowerCase()
  const byEmail = sought.includes('@') && roles.includes('admin')
  const rows = await tx.account.findMany({
    where: {
      ...(byEmail && { email: sought }),
      player: {
        usernameKey: {
          ...(!byEmail && { startsWith: sought }),
          ...(after.value !== undefined && { gt: after.value }),
        },
      },
    },
    select: foundAccountSelect(now()),
    orderBy: { player: { usernameKey: 'asc' } },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ player }) => player.usernameKey, foundAccount))
}
