import type { Vacation, VacationBudget } from './schemas.ts'

const DAY_MS = 86_400_000
export const vacation: Vacation = {
  id: 21,
  state: 'planned',
  from: '2026-12-24T08:00:00.000Z',
  until: '2026-12-28T08:00:00.000Z',
  plannedUntil: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}
export const pastVacation: Vacation = {
  ...vacation,
  id: 17,
  state: 'over',
  from: '2026-11-06T07:00:00.000Z',
  until: '2026-11-08T07:00:00.000Z',
  plannedUntil: '2026-11-10T07:00:00.000Z',
  createdAt: '2026-11-05T20:10:00.000Z',
}
export const vacationBudget: VacationBudget = {
  availableMs: 5.5 * DAY_MS,
  balanceMs: 6.5 * DAY_MS,
  daysPerYear: 30,
  fullAt: '2027-09-03T16:00:00.000Z',
}
