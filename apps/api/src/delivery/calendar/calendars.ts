import { randomBytes } from 'node:crypto'
import type { Calendar } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { hashToken } from '../../accounts/credentials/token-secret.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'

const SECRET_BYTES = 32

export async function getCalendar(
  { database }: Deps,
  { accountId }: Caller,
): Promise<Result<Calendar, Refusal>> {
  const row = await database.prisma.calendar.findUnique({ where: { accountId } })
  return ok({
    createdAt: row?.createdAt.toISOString() ?? null,
    lastFetchedAt: row?.lastFetchedAt?.toISOString() ?? null,
  })
}

/** Makes the address, or another in its place: of two at once the later stands. */
export async function createCalendar(
  { database, config, now }: Deps,
  { accountId }: Caller,
): Promise<Result<Calendar & { url: string }, Refusal>> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const createdAt = now()
  await database.prisma.$executeRaw`
    INSERT INTO calendars (account_id, hash, created_at)
    VALUES (${accountId}, ${hashToken(secret)}, ${createdAt}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE
    SET hash = excluded.hash, created_at = excluded.created_at, last_fetched_at = NULL`
  return ok({
    url: `${config.publicUrl}/calendar/${secret}.ics`,
    createdAt: createdAt.toISOString(),
    lastFetchedAt: null,
  })
}

export async function deleteCalendar(
  { database }: Deps,
  { accountId }: Caller,
): Promise<Result<undefined, Refusal>> {
  await database.prisma.calendar.deleteMany({ where: { accountId } })
  return ok(undefined)
}
