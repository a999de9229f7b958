import { randomBytes } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import type { Calendar } from '@tegenzet/contract'
import { hashToken } from '../../accounts/credentials/token-secret.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'

const SECRET_BYTES = 32

export async function getCalendar(db: Db, { accountId }: Caller): Promise<Result<Calendar, Refusal>> {
  const row = await db.calendar.findUnique({ where: { accountId } })
  return ok({
    createdAt: row?.createdAt.toISOString() ?? null,
    lastFetchedAt: row?.lastFetchedAt?.toISOString() ?? null,
  })
}

/** Creates or replaces the calendar's URL. */
export async function createCalendar(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  { accountId }: Caller,
): Promise<Result<Calendar & { url: string }, Refusal>> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const row = { hash: new Uint8Array(hashToken(secret)), createdAt: now(), lastFetchedAt: null }
  await db.calendar.upsert({ where: { accountId }, create: { accountId, ...row }, update: row })
  return ok({
    url: `${config.publicUrl}/calendar/${secret}.ics`,
    createdAt: row.createdAt.toISOString(),
    lastFetchedAt: null,
  })
}

export async function deleteCalendar(db: Db, { accountId }: Caller): Promise<Result<undefined, Refusal>> {
  await db.calendar.deleteMany({ where: { accountId } })
  return ok(undefined)
}
