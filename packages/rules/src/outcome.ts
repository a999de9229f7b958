import type { Side } from './side.ts'

/** Every way a game can end (docs/rules.md, outcomes), also those that the board does not decide. */
export const OUTCOME_REASONS = [
  'few-stones',
  'blocked',
  'camp-filled',
  'camp-not-cleared',
  'camp-re-entered',
  'resignation',
  'timeout',
  'agreement',
  'repetition',
  'quiet-moves',
  'camps-not-cleared',
  'cancelled',
] as const
export type OutcomeReason = (typeof OUTCOME_REASONS)[number]

/** `winner` is null for a draw and for a cancelled game. */
export interface Outcome {
  winner: Side | null
  reason: OutcomeReason
}
