import { z } from 'zod'
import { instant, instantInput, page, pageQuery } from '../common.ts'

/** Least length of a vacation when it is taken. It may be ended sooner. */
export const MIN_VACATION_HOURS = 24
/** A vacation must end within this many days from now. */
export const MAX_VACATION_AHEAD_DAYS = 365
/** Balance of a new player. */
export const INITIAL_VACATION_DAYS = 7

const VACATION_STATES = ['planned', 'under-way', 'over'] as const

const vacationSchema = z
  .object({
    id: z.int(),
    state: z.enum(VACATION_STATES),
    from: instant,
    until: instant.describe(
      'When the vacation ends or ended. Your clocks are stopped from `from` until then',
    ),
    plannedUntil: instant.nullable().describe('The original end, if the vacation was ended early'),
    createdAt: instant,
  })
  .meta({ id: 'Vacation' })
export type Vacation = z.output<typeof vacationSchema>

const vacationBudgetSchema = z
  .object({
    availableMs: z
      .int()
      .describe('Longest vacation that could start now, in milliseconds, after planned vacations'),
    balanceMs: z.int().describe('Current balance in milliseconds, before planned vacations'),
    daysPerYear: z
      .int()
      .describe('Days added evenly over 365 days. This is also the highest possible balance'),
    fullAt: instant
      .nullable()
      .describe('When the balance stops growing if you take no vacation until then; null if it is full now'),
  })
  .meta({ id: 'VacationBudget' })
export type VacationBudget = z.output<typeof vacationBudgetSchema>

export const vacationPage = page(vacationSchema.describe('Past vacations, newest first')).extend({
  budget: vacationBudgetSchema,
  underWay: vacationSchema.nullable(),
  planned: z.array(vacationSchema).describe('Planned vacations, next one first'),
})
export const listVacationsQuery = z.strictObject(pageQuery)

export const takeVacationBody = z.strictObject({
  from: instantInput.optional().describe('Start, in the future. Without it, the vacation starts now'),
  until: instantInput.describe(
    `End: at least ${MIN_VACATION_HOURS} hours after the start and at most ${MAX_VACATION_AHEAD_DAYS} days from now`,
  ),
  anyway: z
    .boolean()
    .default(false)
    .describe('Take the vacation even if the call would fail with `little-time-left`'),
})

export const vacationResponse = z.object({ vacation: vacationSchema, budget: vacationBudgetSchema })
