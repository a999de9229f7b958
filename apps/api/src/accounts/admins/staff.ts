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
  managerOf: true,
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
  const slugs = await readSlugs(db, rows)
  return ok(
    pageOf(
      rows,
      limit,
      ({ player }) => player.usernameKey,
      (row) => staffMember(deps, row, slugs),
    ),
  )
}

export async function readStaffMember(deps: Deps, db: Db, playerId: number): Promise<StaffMember> {
  const row = await db.account.findUniqueOrThrow({ where: { playerId }, select: STAFF_ACCOUNT })
  return staffMember(deps, row, await readSlugs(db, [row]))
}

/** The slugs of the clubs of these managers, by id. */
async function readSlugs(db: Db, rows: readonly StaffAccount[]): Promise<ReadonlyMap<number, string>> {
  const ids = rows.flatMap(({ managerOf }) => managerOf)
  if (ids.length === 0) return new Map()
  const clubs = await db.club.findMany({ where: { id: { in: ids } }, select: { id: true, slug: true } })
  return new Map(clubs.map(({ id, slug }) => [id, slug]))
}

const staffMember = (
  { config }: Pick<Deps, 'config'>,
  account: StaffAccount,
  slugs: ReadonlyMap<number, string>,
): StaffMember => ({
  player: decodePlayer(account.player),
  roles: staffRoles(account),
  managerOf: account.managerOf.flatMap((id) => slugs.get(id) ?? []).toSorted(),
  fixed: config.admins.includes(account.player.usernameKey),
})
