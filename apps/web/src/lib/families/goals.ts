import {
  type Outcome,
  type Position,
  QUIET_LIMIT,
  quietPlies,
  REPETITION,
  type RuleSet,
  sideToMove,
} from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

/** A legal move in a lesson, which its goals judge. */
export interface Attempt {
  rules: RuleSet
  before: Position
  after: Position
  from: string | null
  to: string
  captured: string | null
  outcome: Outcome | null
  /** How often the position after it has occurred. */
  occurrence: number
}

/** What a move must do to solve a lesson. */
export interface Goal {
  isMet: (attempt: Attempt) => boolean
  /** Said of a move that does not. */
  missed: () => string
  /** Said instead while the moved stone can go on. */
  unfinished?: () => string
}

export const wins = (missed: () => string): Goal => ({
  isMet: ({ before, outcome }) => outcome?.winner === sideToMove(before),
  missed,
})

export const THIRD_TIME: Goal = {
  isMet: ({ occurrence }) => occurrence >= REPETITION,
  missed: () => m.lessons_wrong_third_time(),
}

export const REACHES_QUIET_LIMIT: Goal = {
  isMet: ({ rules, after }) => (quietPlies(rules, after) ?? 0) >= QUIET_LIMIT,
  missed: () => m.lessons_wrong_quiet_limit(),
}

const DRAWN = {
  automatic: m.lessons_done_draw_automatic,
  'before-moving': m.lessons_done_draw_before_moving,
  'after-declined-offer': m.lessons_done_draw_after_declined_offer,
} as const

/** Said when a lesson has led to a draw. */
export const drawn = ({ draws }: RuleSet): string => DRAWN[draws.policy ?? 'automatic']()
