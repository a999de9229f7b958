import { ok, type Result } from '@tegenzet/common'
import type { Reminder, Reminders, setRemindersBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { quietHours } from '../notification-mail/reader.ts'
import { digestKey, digestTime, localTime } from './local-time.ts'
import { lockSettings } from './reminder-store.ts'

export async function getReminders(
  db: Db,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<Result<Reminders, Refusal>> {
  const { reminders, mailed, digestAt } = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { reminders: true, mailed: true, digestAt: true },
  })
  return ok({
    reminders: reminders as Reminder[],
    mails: mailed as Reminders['mails'],
    digest: digestAt === null ? null : { at: digestAt },
  })
}

export function setReminders(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  { reminders, mails, digest }: z.output<typeof setRemindersBody>,
): Promise<Result<Reminders, Refusal>> {
  const { accountId } = caller
  const at = now()
  return inTransaction(db, async (tx) => {
    const settings = existing(await lockSettings(tx, accountId))
    const { digestAt, digestDay, digestSince } = settings
    const { day, time } = localTime(at, settings.timezone)
    const hasPassed = digest !== null && digestTime(digest.at, quietHours(settings)) <= time
    // a new time of day applies from tomorrow on if it has passed today or today's mail was sent
    const lastDoneDay =
      digest?.at === digestAt
        ? digestDay
        : hasPassed || (await tx.mail.count({ where: { key: digestKey(accountId, day) } })) > 0
          ? day
          : null
    await tx.account.update({
      where: { id: accountId },
      data: {
        reminders: reminders.map(rounded),
        mailed: mails,
        digestAt: digest?.at ?? null,
        digestDay: lastDoneDay && new Date(lastDoneDay),
        digestSince: digest && (digestSince ?? at),
        updatedAt: at,
      },
    })
    return getReminders(tx, caller)
  })
}

const rounded = (reminder: Reminder): Reminder =>
  'shareLeft' in reminder ? { ...reminder, shareLeft: Math.round(reminder.shareLeft * 100) / 100 } : reminder
