import { z } from 'zod'
import { instant, instantInput, page, pageQuery } from './common.ts'

/** A vacation is at least so long when it is taken; it may be ended sooner. */
export const MIN_VACATION_HOURS = 24
/** How far ahead one may be planned to end. */
export const MAX_VACATION_AHEAD_DAYS = 365
/** What a player has to begin with. */
export const INITIAL_VACATION_DAYS = 7

export const VACATION_STATES = ['planned', 'under-way', 'over'] as const

export const vacationSchema = z
  .object({
    id: z.int(),
    state: z.enum(VACATION_STATES),
    from: instant,
    until: instant.describe('When it ends or ended: your clocks stand still from `from` until then'),
    plannedUntil: instant.nullable().describe('Where it was ended early: when it was to end'),
    createdAt: instant,
  })
  .meta({ id: 'Vacation' })
export type Vacation = z.output<typeof vacationSchema>

export const vacationBudgetSchema = z
  .object({
    availableMs: z
      .int()
      .describe('The longest vacation that could begin now, in milliseconds: what is planned is taken off'),
    balanceMs: z.int().describe('What you have now, before what is planned is taken off'),
    daysPerYear: z
      .int()
      .describe('How fast it grows: evenly, so many days in 365. You never have more than as many at once'),
    fullAt: instant
      .nullable()
      .describe('When there would be no room for more, should you take none until then; null: there is none'),
  })
  .meta({ id: 'VacationBudget' })
export type VacationBudget = z.output<typeof vacationBudgetSchema>

export const vacationPage = page(vacationSchema.describe('Those that are over, the last first')).extend({
  budget: vacationBudgetSchema,
  underWay: vacationSchema.nullable(),
  planned: z.array(vacationSchema).describe('The next first'),
})
export const listVacationsQuery = z.strictObject(pageQuery)

export const takeVacationBody = z.strictObject({
  from: instantInput.optional().describe('In the future; without it the vacation begins now'),
  until: instantInput.describe(
    `When it ends: at least ${MIN_VACATION_HOURS} hours after it begins, at most ${MAX_VACATION_AHEAD_DAYS} days from now`,
  ),
  anyway: z
    .boolean()
    .default(false)
    .describe('Although less than an hour is left in more than one game (`little-time-left`)'),
})

export const vacationResponse = z.object({ vacation: vacationSchema, budget: vacationBudgetSchema })
