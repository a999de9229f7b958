import { z } from 'zod'
import { EXTENSIBLE, instant } from './common.ts'

const perMoveClockSchema = z
  .strictObject({ kind: z.literal('per-move'), days: z.int().min(1).max(14) })
  .describe('A flat time for each move, in days')

const bankClockSchema = z
  .strictObject({
    kind: z.literal('bank'),
    days: z.int().min(1).max(60).describe('In hand at the start'),
    incrementHours: z.int().min(0).max(72).describe('Added by each move of one’s own'),
    capDays: z.int().min(1).max(90).describe('A move never adds beyond this; at least `days`'),
  })
  .refine(({ days, capDays }) => capDays >= days, {
    path: ['capDays'],
    error: 'expected at least as many days as at the start',
  })
  .describe('A time for the whole game, to which each move adds')

export const clockSchema = z.discriminatedUnion('kind', [perMoveClockSchema, bankClockSchema]).meta({
  id: 'Clock',
  ...EXTENSIBLE,
  examples: [
    { kind: 'per-move', days: 3 },
    { kind: 'bank', days: 10, incrementHours: 24, capDays: 20 },
  ],
})
export type Clock = z.output<typeof clockSchema>

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

/** Days of the week that are off: 1 is Monday, 7 Sunday. */
export const daysOffSchema = z
  .array(z.int().min(1).max(7))
  .max(MAX_DAYS_OFF)
  .refine((days) => new Set(days).size === days.length, 'each day once')
  .describe('Days of the week on which the clock stands still: 1 is Monday, 7 Sunday; at most two')

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM, 00:00 to 23:59')
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const quietHoursSchema = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, 'expected two different times')
  .refine(
    ({ from, to }) => (minutes(to) - minutes(from) + 1440) % 1440 <= MAX_QUIET_MINUTES,
    'expected at most 10 hours',
  )
  .describe('Within which no time runs out; they may cross midnight')
  .meta({ id: 'QuietHours', examples: [{ from: '23:00', to: '07:30' }] })
export type QuietHours = z.output<typeof quietHoursSchema>

/** When a player's clock stands still, and when none of their time runs out. */
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
  .describe('The vacation under way as of the last change, where it counts in this game')
