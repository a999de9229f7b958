import { z } from 'zod'
import { instant } from './common.ts'

export const calendarSchema = z
  .object({
    createdAt: instant.nullable().describe('When its address was made; null: there is none'),
    lastFetchedAt: instant
      .nullable()
      .describe('When a calendar program last asked for it, to the minute; null: none has yet'),
  })
  .meta({ id: 'Calendar' })
export type Calendar = z.output<typeof calendarSchema>

export const createdCalendarSchema = calendarSchema
  .extend({ url: z.string().describe('Shown this once: whoever has it can read the calendar') })
  .meta({ id: 'CreatedCalendar' })
