import type { Clock } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { formatDays, formatHours } from '$lib/i18n/format-time.ts'

const bank = ({ days: start, incrementHours, capDays }: Extract<Clock, { kind: 'bank' }>) => ({
  days: formatDays(start),
  increment: formatHours(incrementHours),
  cap: formatDays(capDays),
})

/** A clock in a few words: "3 days a move". */
export function formatClock(clock: Clock): string {
  switch (clock.kind) {
    case 'per-move':
      return m.clocks_per_move({ days: formatDays(clock.days) })
    case 'bank':
      return clock.incrementHours > 0
        ? m.clocks_bank(bank(clock))
        : m.clocks_bank_whole({ days: formatDays(clock.days) })
  }
}

/** An explanation of a clock, for people who do not know it. */
export function explainClock(clock: Clock): string {
  switch (clock.kind) {
    case 'per-move':
      return m.clocks_per_move_text({ days: formatDays(clock.days) })
    case 'bank':
      return clock.incrementHours > 0
        ? m.clocks_bank_text(bank(clock))
        : m.clocks_bank_whole_text({ days: formatDays(clock.days) })
  }
}
