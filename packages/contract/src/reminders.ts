import { z } from 'zod'
import { EXTENSIBLE, text } from './common.ts'
import { MAIL_TOPICS, OPTIONAL_MAIL_KINDS } from './mails.ts'

/** Reminders of one account. */
export const MAX_REMINDERS = 10

const channels = {
  app: z.boolean().describe('By a notice'),
  mail: z.boolean().describe('By mail, once your address is verified'),
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
      'When this share of what stood on your clock as the turn began is left until the deadline, whatever has stopped the clock since; kept to the hundredth',
    ),
  ...channels,
}

export const reminderSchema = z
  .union([z.object(beforeDeadline), z.object(shareOfTime)])
  .meta({ id: 'Reminder', ...EXTENSIBLE })
export type Reminder = z.output<typeof reminderSchema>

/** Which reminder it is, whatever its channels: `24h`, `25%`. */
export const reminderKey = (reminder: Reminder): string =>
  'hoursBefore' in reminder ? `${reminder.hoursBefore}h` : `${Math.round(reminder.shareLeft * 100)}%`

const each = <T>(items: readonly T[]): boolean => new Set(items).size === items.length

/** The time of day on a clock: `07:30`. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day, HH:MM')
  .meta({ examples: ['07:30'] })

export const remindersSchema = z
  .object({
    reminders: z
      .array(reminderSchema)
      .describe(
        'Each comes once a turn. One of as many hours as your clock has as the turn begins, or more, comes at half of that',
      ),
    mails: z
      .array(z.enum(MAIL_TOPICS).meta(EXTENSIBLE))
      .describe(
        'What you are told of by mail: `turn`: it is your move; `claim`: draws that are offered or claimed, and rulings; `vacation`: an opponent is away; `report`: what became of a report of yours. Not what you have seen in the app by then',
      ),
    digest: z
      .object({ at: timeOfDay.describe('In the time zone of your account') })
      .nullable()
      .describe(
        'One mail a day in place of those in `mails`: the games that wait for you, and what happened since the last; none on a day without either. Reminders still come by themselves',
      ),
  })
  .meta({ id: 'Reminders' })
export type Reminders = z.output<typeof remindersSchema>

export const setRemindersBody = z.strictObject({
  reminders: z
    .array(z.union([z.strictObject(beforeDeadline), z.strictObject(shareOfTime)]))
    .max(MAX_REMINDERS)
    .refine((reminders) => each(reminders.map(reminderKey)), 'expected each reminder once'),
  mails: z.array(z.enum(MAIL_TOPICS)).refine(each, 'expected each once'),
  digest: z.strictObject({ at: timeOfDay }).nullable(),
})

export const unsubscribeParams = z.strictObject({
  token: text(1, 100).describe('What stands in the link of the mail'),
})
/** As RFC 8058 says. */
export const unsubscribeBody = z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') })
export const unsubscribedSchema = z.object({
  kind: z.enum(OPTIONAL_MAIL_KINDS).meta(EXTENSIBLE).describe('Of which mails there are no more'),
})
