import type { Clock } from '@tegenzet/contract'

export type BankClock = Extract<Clock, { kind: 'bank' }>

const bank = (days: number, incrementHours: number, capDays: number): BankClock => ({
  kind: 'bank',
  days,
  incrementHours,
  capDays,
})

/** Time banks to choose from. */
export const BANK_PRESETS: readonly [BankClock, ...BankClock[]] = [
  bank(10, 24, 20),
  bank(3, 12, 5),
  bank(20, 24, 30),
  bank(30, 48, 60),
  bank(60, 0, 60),
]

/** The limits of the API. */
export const MAX_DAYS = { 'per-move': 14, bank: 60, cap: 90 } as const

/** The increments to choose from, in hours. The API allows any from 0 to 72. */
export const INCREMENTS = [0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 60, 72] as const
