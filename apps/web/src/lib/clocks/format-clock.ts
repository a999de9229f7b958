import type { Clock } from '@tegenzet/contract'
import { days, hours } from '$lib/i18n/time.ts'
import { m } from '$lib/paraglide/messages.js'

const bank = ({ days: start, incrementHours, capDays }: Extract<Clock, { kind: 'bank' }>) => ({
  days: days(start),
  increment: hours(incrementHours),
  cap: days(capDays),
})

/** How long the players have, in a few words: "3 days a move". */
export function formatClock(clock: Clock): string {
  switch (clock.kind) {
    case 'per-move':
      return m.clock_per_move({ days: days(clock.days) })
    case 'bank':
      return clock.incrementHours > 0
        ? m.clock_bank(bank(clock))
        : m.clock_bank_whole({ days: days(clock.days) })
  }
}

/** What that means, for who has never played so. */
export function explainClock(clock: Clock): string {
  switch (clock.kind) {
    case 'per-move':
      return m.clock_per_move_text({ days: days(clock.days) })
    case 'bank':
      return clock.incrementHours > 0
        ? m.clock_bank_text(bank(clock))
        : m.clock_bank_whole_text({ days: days(clock.days) })
  }
}
