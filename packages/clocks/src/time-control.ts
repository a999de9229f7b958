const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How much time a player has: for each move, or for the whole game with an increment for each move. */
export type TimeControl =
  | { kind: 'per-move'; days: number }
  | { kind: 'bank'; days: number; incrementHours: number; capDays: number }

/** The milliseconds on each clock when a game starts. */
export const startTime = ({ days }: TimeControl): number => days * DAY

/** The milliseconds on a clock after its player's move, with `leftMs` left before it (docs/rules.md, time). */
export function timeAfterMove(control: TimeControl, leftMs: number): number {
  switch (control.kind) {
    case 'per-move':
      return control.days * DAY
    case 'bank':
      // only a gift exceeds the cap, and the increment takes none of it away
      return Math.max(leftMs, Math.min(leftMs + control.incrementHours * HOUR, control.capDays * DAY))
  }
}

/** The most days that a player may give the opponent at once (docs/rules.md, time). */
export const longestGift = ({ kind, days }: TimeControl): number =>
  kind === 'per-move' ? days : Math.max(1, Math.floor(days / 10))

/** The milliseconds on a clock whose player is given time: for the turn that runs, or for the next one. */
export const timeAfterGift = (leftMs: number, days: number): number => leftMs + days * DAY
