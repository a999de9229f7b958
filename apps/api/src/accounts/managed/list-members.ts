import { ok, type Result } from '@tegenzet/common'
import type { Language, listMembersQuery, Member, memberPage } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer } from '../../store/decode.ts'
import { decodeCursor, keyName, pageOf } from '../../store/page.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { type ManagerScope, managersOnly, outOfScope, readManagerScope } from './manager-scope.ts'

type MemberPage = z.output<typeof memberPage>
type ListMembers = z.output<typeof listMembersQuery>

/** The members that the caller may manage, by name. */
export const listMembers = (
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  { club: slug, limit, cursor }: ListMembers,
): Promise<Result<MemberPage, Refusal>> =>
  inTransaction(db, async (tx) => {
    const after = decodeCursor(cursor, keyName)
    if (!after.ok) return after
    const scope = await readManagerScope(tx, caller)
    if (!scope) return managersOnly
    const club = await findClub(tx, scope, slug)
    if (!club.ok) return club
    const ids = await readIds(
      tx,
      Prisma.sql`
        SELECT m.account_id AS id FROM managed_accounts m CROSS JOIN LATERAL (
          SELECT p.username_key FROM accounts a JOIN players p ON p.id = a.player_id WHERE a.id = m.account_id OFFSET 0) p
        WHERE ${club.value} AND ${after.value === undefined ? Prisma.sql`true` : Prisma.sql`p.username_key > ${after.value}`}
        ORDER BY p.username_key LIMIT ${limit + 1}`,
    )
    const rows = await tx.account.findMany({
      where: { id: { in: ids } },
      select: memberSelect(now()),
      orderBy: { player: { usernameKey: 'asc' } },
    })
    const { items, nextCursor } = pageOf(rows, limit, ({ player }) => player.usernameKey, memberView)
    return ok({ items, nextCursor, managerOf: scope === 'all' ? null : await readClubs(tx, scope) })
  })

const readClubs = (db: Db, ids: ReadonlySet<number>) =>
  db.club.findMany({
    where: { id: { in: [...ids] }, endedAt: null },
    select: { slug: true, name: true },
    orderBy: { slug: 'asc' },
  })

/**
 * Which managed accounts `m` to list. Each is looked up by itself: a plan that begins with the names would read all
 * accounts where few are managed.
 */
async function findClub(
  db: Db,
  scope: ManagerScope,
  slug: string | undefined,
): Promise<Result<Prisma.Sql, Refusal>> {
  if (slug === undefined)
    return ok(scope === 'all' ? Prisma.sql`true` : Prisma.sql`m.club_id = ANY(${[...scope]}::int[])`)
  const club = await db.club.findUnique({ where: { slug }, select: { id: true } })
  if (!club) return refuse('not-found', `There is no club ${slug}.`)
  return outOfScope(scope, club.id) ?? ok(Prisma.sql`m.club_id = ${club.id}`)
}

const memberSelect = (at: Date) =>
  ({
    language: true,
    createdAt: true,
    deletesAt: true,
    player: { select: { id: true, username: true, usernameKey: true, kind: true } },
    managed: { select: { club: { select: { slug: true, name: true } } } },
    loginCodes: { where: { ownDevice: false, expiresAt: { gt: at } }, select: { expiresAt: true } },
    sessions: { select: { updatedAt: true }, orderBy: { updatedAt: 'desc' }, take: 1 },
    // sessions are gone after the log-out
    securityLog: { where: { kind: 'logged-in' }, select: { at: true }, orderBy: { id: 'desc' }, take: 1 },
  }) satisfies Prisma.AccountSelect

type MemberRow = Prisma.AccountGetPayload<{ select: ReturnType<typeof memberSelect> }>

function memberView({ player, managed, ...account }: MemberRow): Member {
  const visits = [...account.sessions.map((s) => s.updatedAt), ...account.securityLog.map(({ at }) => at)]
  const [code] = account.loginCodes
  const lastVisit = visits.length > 0 ? Math.max(...visits.map((visit) => visit.getTime())) : null
  return {
    player: decodePlayer(player),
    language: account.language as Language,
    club: managed?.club ?? null,
    createdAt: account.createdAt.toISOString(),
    lastVisitAt: lastVisit === null ? null : new Date(lastVisit).toISOString(),
    codeUnused: code !== undefined,
    codeExpiresAt: code?.expiresAt.toISOString() ?? null,
    deletesAt: account.deletesAt?.toISOString() ?? null,
  }
}
