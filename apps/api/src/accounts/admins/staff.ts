import { ok, type Result } from '@tegenzet/common'
import type { StaffMember } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer } from '../../store/decode.ts'
import { decodeCursor, keyName, type Page, pageOf } from '../../store/page.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Db } from '../../store/transaction.ts'
import { staffRoles } from '../players/staff-roles.ts'

const STAFF_ACCOUNT = {
  role: true,
  roles: true,
  player: { select: { id: true, username: true, usernameKey: true, kind: true } },
} satisfies Prisma.AccountSelect
type StaffAccount = Prisma.AccountGetPayload<{ select: typeof STAFF_ACCOUNT }>

/** Everybody with a role, by name. */
export async function listStaff(
  deps: Deps,
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<StaffMember>, Refusal>> {
  const after = decodeCursor(cursor, keyName)
  if (!after.ok) return after
  const staff = await readIds(
    db,
    Prisma.sql`SELECT player_id AS id FROM accounts WHERE role = 'admin' OR cardinality(roles) > 0`,
  )
  const rows = await db.account.findMany({
    where: {
      playerId: { in: staff },
      ...(after.value !== undefined && { player: { usernameKey: { gt: after.value } } }),
    },
    select: STAFF_ACCOUNT,
    orderBy: { player: { usernameKey: 'asc' } },
    take: limit + 1,
  })
  return ok(
    pageOf(
      rows,
      limit,
      ({ player }) => player.usernameKey,
      (row) => staffMember(deps, row),
    ),
  )
}

export async function readStaffMember(deps: Deps, db: Db, playerId: number): Promise<StaffMember> {
  return staffMember(deps, await db.account.findUniqueOrThrow({ where: { playerId }, select: STAFF_ACCOUNT }))
}

const staffMember = ({ config }: Pick<Deps, 'config'>, account: StaffAccount): StaffMember => ({
  player: decodePlayer(account.player),
  roles: staffRoles(account),
  fixed: config.admins.includes(account.player.usernameKey),
})
