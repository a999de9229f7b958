import type { Side } from './side.ts'

/** All ways a game can end (docs/rules.md, outcomes), including those not decided on the board. */
export const OUTCOME_REASONS = [
  'few-stones',
  'blocked',
  'camp-filled',
  'camp-not-cleared',
  'camp-re-entered',
  'resignation',
  'timeout',
  'forfeit',
  'agreement',
  'repetition',
  'quiet-moves',
  'proven-draw',
  'camps-not-cleared',
  'too-long',
  'cancelled',
] as const
export type OutcomeReason = (typeof OUTCOME_REASONS)[number]

/** `winner` is null for a draw and for a cancelled game. */
export interface Outcome {
  winner: Side | null
  reason: OutcomeReason
}
