import type { Reminder, Reminders, setRemindersBody } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { digestKey, digestTime, localTime } from './local-time.ts'
import { quietHours, READER_COLUMNS, type Reader } from './reader.ts'

interface HeldAccount extends Reader {
  digestAt: string | null
  digestDay: string | null
  digestSince: Date | null
}

const COLUMNS = { reminders: true, mailed: true, digestAt: true } as const

export async function getReminders(
  { database }: Deps,
  { accountId }: Caller,
): Promise<Result<Reminders, Refusal>> {
  const where = { id: accountId }
  return ok(remindersOf(await database.prisma.account.findUniqueOrThrow({ where, select: COLUMNS })))
}

export async function setReminders(
  { database, now }: Deps,
  { accountId }: Caller,
  { reminders, mails, digest }: z.output<typeof setRemindersBody>,
): Promise<Result<Reminders, Refusal>> {
  const at = now()
  const row = await database.prisma.$transaction(async (tx) => {
    const [held] = await tx.$queryRaw<[HeldAccount]>`
      SELECT ${READER_COLUMNS}, a.digest_at AS "digestAt", a.digest_day::text AS "digestDay",
        a.digest_since AS "digestSince"
      FROM accounts a WHERE a.id = ${accountId} FOR UPDATE`
    const { digestAt, digestDay, digestSince } = held
    const { day, time } = localTime(at, held.timezone)
    const isOver = digest !== null && digestTime(digest.at, quietHours(held)) <= time
    // a time of day that is over begins tomorrow, and so does another one where today's mail has come
    const doneWith =
      digest?.at === digestAt
        ? digestDay
        : isOver || (await tx.mail.count({ where: { key: digestKey(accountId, day) } })) > 0
          ? day
          : null
    await tx.account.update({
      where: { id: accountId },
      data: {
        reminders: reminders.map(rounded),
        mailed: mails,
        digestAt: digest?.at ?? null,
        digestDay: doneWith && new Date(doneWith),
        digestSince: digest && (digestSince ?? at),
        updatedAt: at,
      },
    })
    return tx.account.findUniqueOrThrow({ where: { id: accountId }, select: COLUMNS })
  })
  return ok(remindersOf(row))
}

const rounded = (reminder: Reminder): Reminder =>
  'shareLeft' in reminder ? { ...reminder, shareLeft: Math.round(reminder.shareLeft * 100) / 100 } : reminder

const remindersOf = (row: { reminders: unknown; mailed: string[]; digestAt: string | null }): Reminders => ({
  reminders: row.reminders as Reminder[],
  mails: row.mailed as Reminders['mails'],
  digest: row.digestAt === null ? null : { at: row.digestAt },
})
