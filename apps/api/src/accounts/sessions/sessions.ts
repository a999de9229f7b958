import type { Session } from '@tegenzet/contract'
import { Prisma, type Transaction } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import { deviceOf } from './device.ts'

/** Where the caller is logged in, newest first. */
export async function listSessions(
  { database, now }: Deps,
  { accountId, credential }: Caller,
): Promise<Result<{ items: Session[] }, Refusal>> {
  const rows = await database.prisma.session.findMany({
    where: { accountId, expiresAt: { gt: now() } },
    orderBy: { id: 'desc' },
  })
  return ok({
    items: rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      ...deviceOf(userAgent ?? ''),
      createdAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      current: `session:${id}` === credential,
    })),
  })
}

/** Ends one of the caller's sessions, here and on its live sockets. */
export async function endOneSession(
  { database, live }: Deps,
  { accountId }: Caller,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const { count } =
    id <= MAX_ID ? await database.prisma.session.deleteMany({ where: { id, accountId } }) : { count: 0 }
  if (count === 0) return refuse('not-found', 'You have no such session.')
  live.revoke(`session:${id}`)
  return ok(undefined)
}

export async function endOtherSessions(
  { database, live }: Deps,
  { accountId, credential }: Caller,
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  const ended = await database.prisma.$transaction((tx) => endSessions(tx, accountId, credential))
  for (const each of ended) live.revoke(each)
  return ok({ sessionsEnded: ended.length })
}

/** Ends an account's sessions, but the one named. @returns what is to be revoked once that is done */
export async function endSessions(tx: Transaction, accountId: number, but?: string): Promise<string[]> {
  const ended = await tx.$queryRaw<{ id: number }[]>`
    DELETE FROM sessions WHERE account_id = ${accountId}
      ${but === undefined ? Prisma.empty : Prisma.sql`AND 'session:' || id <> ${but}`}
    RETURNING id`
  return ended.map(({ id }) => `session:${id}`)
}
