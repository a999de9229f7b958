import type { ByFamily, DrawRules, Move, OutcomeReason } from '@tegenzet/rules'
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
import { lastPlacingPly, repeatingMoves } from './repeating-moves.ts'

/** How demo games of a family are played. */
interface DemoStyle {
  usual: MovePreference
  /** Goes on for long. */
  calm: MovePreference
  flies: boolean
  /** Games in which draws are offered and claimed; null in families without such games. */
  drawn: {
    policy: DrawRules['policy']
    /** The beginning of a game without captures. Its positions `repeatsFrom + n` and `repeatsFrom + n + 4` are equal. */
    moves: (plies: number) => Move[]
    repeatsFrom: number
  } | null
  /** The outcomes that the rules decide themselves, each with a preference that leads to it. */
  endings: [OutcomeReason, MovePreference][]
}

export const DEMO_STYLES: ByFamily<DemoStyle> = {
  mill: (rules) => ({
    usual: capturing,
    calm: indifferent,
    flies: rules.flying,
    drawn: {
      policy: rules.draws.policy,
      moves: (plies) => repeatingMoves(rules, plies),
      repeatsFrom: lastPlacingPly(rules),
    },
    endings: [
      ['few-stones', capturing],
      ['blocked', blocking],
      ...(rules.draws.repetition === 'automatic'
        ? [['repetition', repeating] as [OutcomeReason, MovePreference]]
        : []),
      ...(rules.draws.quiet === 'automatic'
        ? [['quiet-moves', peaceful] as [OutcomeReason, MovePreference]]
        : []),
    ],
  }),
  halma: () => ({
    usual: racing,
    calm: racing,
    flies: false,
    drawn: null,
    endings: [
      ['camp-filled', racing],
      ['camp-re-entered', returning],
      ['camps-not-cleared', indifferent],
      ['camp-not-cleared', blackLate],
    ],
  }),
}
