import { ok, type Result } from '@tegenzet/common'
import type { FoundAccount, searchAccountsQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import { inForceAt } from '../../accounts/access/sanctions-in-force.ts'
import { NAME_KEY, nameStartsWith } from '../../accounts/players/name-start.ts'
import { staffRoles } from '../../accounts/players/staff-roles.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer } from '../../store/decode.ts'
import { decodeCursor, keyName, type Page, pageOf } from '../../store/page.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Db } from '../../store/transaction.ts'

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

export const foundAccount = ({ player, createdAt, role, roles }: FoundRow): FoundAccount => ({
  player: decodePlayer(player),
  createdAt: createdAt.toISOString(),
  roles: staffRoles({ role, roles }),
  sanctions: player.sanctions.map(({ kind }) => kind),
})

/** Accounts by username. */
export async function searchAccounts(
  { now }: Deps,
  db: Db,
  { roles }: Caller,
  { q = '', limit, cursor }: z.output<typeof searchAccountsQuery>,
): Promise<Result<Page<FoundAccount>, Refusal>> {
  const after = decodeCursor(cursor, keyName)
  if (!after.ok) return after
  const sought = q.trim().toLowerCase()
  const byEmail = sought.includes('@') && roles.includes('admin')
  const ids = await readIds(
    db,
    Prisma.sql`
      SELECT account.id FROM players player JOIN accounts account ON account.player_id = player.id
      WHERE ${byEmail ? Prisma.sql`account.email = ${sought}` : nameStartsWith(sought)}
        ${after.value === undefined ? Prisma.empty : Prisma.sql`AND ${NAME_KEY} > ${after.value}`}
      ORDER BY ${NAME_KEY} LIMIT ${limit + 1}`,
  )
  const rows = await db.account.findMany({
    where: { id: { in: ids } },
    select: { id: true, ...foundAccountSelect(now()) },
  })
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return ok(pageOf(rows, limit, ({ player }) => player.usernameKey, foundAccount))
}
