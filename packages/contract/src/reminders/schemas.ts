import { z } from 'zod'
import { EXTENSIBLE, text } from '../common.ts'
import { MAX_REMINDERS } from '../limits.ts'
import { MAIL_TOPICS, OPTIONAL_MAIL_KINDS } from '../mails/schemas.ts'

const channels = {
  app: z.boolean().describe('Send it as a notification'),
  mail: z.boolean().describe('Send it by mail, if your e-mail address is verified'),
}
const beforeDeadline = {
  hoursBefore: z.int().min(1).max(336).describe('Hours before the deadline'),
  ...channels,
}
const shareOfTime = {
  shareLeft: z
    .number()
    .min(0.05)
    .max(0.9)
    .describe(
      'Share of the time that your clock showed at the start of the turn, rounded to hundredths. The reminder comes when that much time is left before the deadline',
    ),
  ...channels,
}

export const reminderSchema = z
  .union([z.object(beforeDeadline), z.object(shareOfTime)])
  .meta({ id: 'Reminder', ...EXTENSIBLE })
export type Reminder = z.output<typeof reminderSchema>

/** Identifies a reminder regardless of its channels: `24h`, `25%`. */
export const reminderKey = (reminder: Reminder): string =>
  'hoursBefore' in reminder ? `${reminder.hoursBefore}h` : `${Math.round(reminder.shareLeft * 100)}%`

const unique = <T>(items: readonly T[]): boolean => new Set(items).size === items.length

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day, HH:MM')
  .meta({ examples: ['07:30'] })

export const remindersSchema = z
  .object({
    reminders: z
      .array(reminderSchema)
      .describe(
        'When to remind you of a deadline, each at most once per turn. If your clock starts the turn with `hoursBefore` or less, the reminder comes at half of that time',
      ),
    mails: z
      .array(z.enum(MAIL_TOPICS).meta(EXTENSIBLE))
      .describe(
        'Events to mail to you. `turn`: you are to move. `claim`: draw offers, claims and rulings. `vacation`: an opponent’s vacation started. `report`: a ruling on your report. Events that you have already seen in the app are not mailed',
      ),
    digest: z
      .object({ at: timeOfDay.describe('Time of day in the time zone of your account') })
      .nullable()
      .describe(
        'One mail a day instead of the mails in `mails`: the games in which you are to move, and what happened since the last digest. Not sent if both are empty. Reminders are still mailed separately. null: no digest',
      ),
  })
  .meta({ id: 'Reminders' })
export type Reminders = z.output<typeof remindersSchema>

export const setRemindersBody = z.strictObject({
  reminders: z
    .array(z.union([z.strictObject(beforeDeadline), z.strictObject(shareOfTime)]))
    .max(MAX_REMINDERS)
    .refine((reminders) => unique(reminders.map(reminderKey)), 'must not contain duplicates'),
  mails: z.array(z.enum(MAIL_TOPICS)).refine(unique, 'must not contain duplicates'),
  digest: z.strictObject({ at: timeOfDay }).nullable(),
})

export const unsubscribeParams = z.strictObject({
  token: text(1, 100).describe('The token from the link in the mail'),
})
/** RFC 8058: one-click unsubscribe. */
export const unsubscribeBody = z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') })
export const unsubscribedSchema = z.object({
  kind: z.enum(OPTIONAL_MAIL_KINDS).meta(EXTENSIBLE).describe('The kind of mail that was switched off'),
})
