import type { ByFamily, DrawRules, OutcomeReason } from '@tegenzet/rules'
import {
  blackLate,
  blocking,
  capturing,
  indifferent,
  type MovePreference,
  peaceful,
  racing,
  repeating,
  returning,
} from './move-preferences.ts'

/** How demo games of a family are played. */
interface DemoStyle {
  usual: MovePreference
  /** Goes on for long. */
  calm: MovePreference
  flies: boolean
  /** When draws are claimed in demo games; null in families without such games. */
  claims: DrawRules['policy']
  /** The outcomes that the rules decide themselves, each with a preference that leads to it. */
  endings: [OutcomeReason, MovePreference][]
}

export const DEMO_STYLES: ByFamily<DemoStyle> = {
  mill: ({ flying, draws }) => ({
    usual: capturing,
    calm: indifferent,
    flies: flying,
    claims: draws.policy,
    endings: [
      ['few-stones', capturing],
      ['blocked', blocking],
      ...(draws.repetition === 'automatic'
        ? [['repetition', repeating] as [OutcomeReason, MovePreference]]
        : []),
      ...(draws.quiet === 'automatic' ? [['quiet-moves', peaceful] as [OutcomeReason, MovePreference]] : []),
    ],
  }),
  halma: () => ({
    usual: racing,
    calm: racing,
    flies: false,
    claims: null,
    endings: [
      ['camp-filled', racing],
      ['camp-re-entered', returning],
      ['camps-not-cleared', indifferent],
      ['camp-not-cleared', blackLate],
    ],
  }),
}
