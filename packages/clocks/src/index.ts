export type { Interval, Schedule } from './schedule.ts'
