import { z } from 'zod'
import { instant } from '../common.ts'

export const calendarSchema = z
  .object({
    createdAt: instant.nullable().describe('When the calendar URL was created; null if there is none'),
    lastFetchedAt: instant
      .nullable()
      .describe('When a calendar app last fetched it, rounded to the minute; null if never'),
  })
  .meta({ id: 'Calendar' })
export type Calendar = z.output<typeof calendarSchema>

export const createdCalendarSchema = calendarSchema
  .extend({
    url: z
      .string()
      .describe(
        'The secret subscription URL. Anyone who has it can read the calendar. Returned only here: store it',
      ),
  })
  .meta({ id: 'CreatedCalendar' })
