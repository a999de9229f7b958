export { afterStopsAndQuietHours, deadlineOf, runsOutAt, spent } from './deadline.ts'
export { afterQuietHours } from './quiet-hours.ts'
export type { Interval, Schedule } from './schedule.ts'
export { isDayOff, nextStop, type Stops, stopAt } from './stops.ts'
export { longestGift, startTime, type TimeControl, timeAfterGift, timeAfterMove } from './time-control.ts'
export {
  type Balance,
  balanceAt,
  fullAt,
  longestVacation,
  startBalance,
  type VacationPolicy,
} from './vacation-budget.ts'
