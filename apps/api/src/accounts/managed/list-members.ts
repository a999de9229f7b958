import { ok, type Result } from '@tegenzet/common'
import type { Language, listMembersQuery, Member } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer } from '../../store/decode.ts'
import { decodeCursor, keyName, type Page, pageOf } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { type ManagerScope, managersOnly, outOfScope, readManagerScope } from './manager-scope.ts'

type ListMembers = z.output<typeof listMembersQuery>

/** The members that the caller may manage, by name. */
export const listMembers = (
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  { club: slug, limit, cursor }: ListMembers,
): Promise<Result<Page<Member>, Refusal>> =>
  inTransaction(db, async (tx) => {
    const after = decodeCursor(cursor, keyName)
    if (!after.ok) return after
    const scope = await readManagerScope(tx, caller)
    if (!scope) return managersOnly
    const club = await findClub(tx, scope, slug)
    if (!club.ok) return club
    const rows = await tx.account.findMany({
      where: {
        managed: club.value,
        ...(after.value !== undefined && { player: { usernameKey: { gt: after.value } } }),
      },
      select: memberSelect(now()),
      orderBy: { player: { usernameKey: 'asc' } },
      take: limit + 1,
    })
    return ok(pageOf(rows, limit, ({ player }) => player.usernameKey, memberView))
  })

/** Which managed accounts to list. */
async function findClub(
  db: Db,
  scope: ManagerScope,
  slug: string | undefined,
): Promise<Result<Prisma.ManagedAccountWhereInput, Refusal>> {
  if (slug === undefined) return ok(scope === 'all' ? {} : { clubId: { in: [...scope] } })
  const club = await db.club.findUnique({ where: { slug }, select: { id: true } })
  if (!club) return refuse('not-found', `There is no club ${slug}.`)
  return outOfScope(scope, club.id) ?? ok({ clubId: club.id })
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
