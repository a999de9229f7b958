import { z } from 'zod'
import { EXTENSIBLE, instant } from './common.ts'
import { MAX_OVERDUE_DAYS } from './limits.ts'

const perMoveClockSchema = z
  .strictObject({ kind: z.literal('per-move'), days: z.int().min(1).max(14) })
  .describe('A fixed number of days for each move')

const bankClockSchema = z
  .strictObject({
    kind: z.literal('bank'),
    days: z.int().min(1).max(60).describe('Time at the start of the game'),
    incrementHours: z.int().min(0).max(72).describe('Time added after each of your own moves'),
    capDays: z
      .int()
      .min(1)
      .max(90)
      .describe('The increment never raises the bank above this; must be at least `days`'),
  })
  .refine(({ days, capDays }) => capDays >= days, {
    path: ['capDays'],
    error: 'must be at least `days`',
  })
  .describe('A time bank for the whole game, with an increment for each move')

export const clockSchema = z.discriminatedUnion('kind', [perMoveClockSchema, bankClockSchema]).meta({
  id: 'Clock',
  ...EXTENSIBLE,
  examples: [
    { kind: 'per-move', days: 3 },
    { kind: 'bank', days: 10, incrementHours: 24, capDays: 20 },
  ],
})
export type Clock = z.output<typeof clockSchema>

export const TIMEOUTS = ['automatic', 'claimed'] as const
export const timeoutsSchema = z
  .enum(TIMEOUTS)
  .meta(EXTENSIBLE)
  .describe(
    `What happens when a player’s time is out. \`automatic\`: the game is over. \`claimed\`: it goes on until the opponent claims the win, at most ${MAX_OVERDUE_DAYS} days; only in unrated games between people with an account, outside competitions`,
  )
export type Timeouts = z.output<typeof timeoutsSchema>

const isTimezone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
export const timezoneSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z]/)
  .refine(isTimezone, 'expected an IANA time zone')
  .meta({ examples: ['Europe/Amsterdam'] })

export const MAX_DAYS_OFF = 2
export const MAX_QUIET_MINUTES = 10 * 60

export const daysOffSchema = z
  .array(z.int().min(1).max(7))
  .max(MAX_DAYS_OFF)
  .refine((days) => new Set(days).size === days.length, 'must not contain duplicates')
  .describe('ISO weekdays on which the player’s clock stops: 1 is Monday, 7 is Sunday. At most two')

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM from 00:00 to 23:59')
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const quietHoursSchema = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, '`from` and `to` must differ')
  .refine(
    ({ from, to }) => (minutes(to) - minutes(from) + 1440) % 1440 <= MAX_QUIET_MINUTES,
    'expected at most 10 hours',
  )
  .describe(
    'Hours in which the player’s time never runs out: a deadline inside them moves to their end. They may cross midnight',
  )
  .meta({ id: 'QuietHours', examples: [{ from: '23:00', to: '07:30' }] })
export type QuietHours = z.output<typeof quietHoursSchema>

export const scheduleSchema = z
  .object({
    timezone: z.string().meta({ examples: ['Europe/Amsterdam'] }),
    daysOff: daysOffSchema,
    quietHours: quietHoursSchema.nullable(),
  })
  .meta({ id: 'Schedule' })
export type Schedule = z.output<typeof scheduleSchema>

export const awaySchema = z
  .object({ until: instant })
  .nullable()
  .describe(
    'The player’s current vacation, if vacations stop the clock in this game; as of the last change of the game',
  )
