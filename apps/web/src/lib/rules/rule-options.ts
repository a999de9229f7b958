import {
  byFamily,
  captureResets,
  countSquares,
  type HalmaRules,
  hasDiagonals,
  type MillBoard,
  type MillRules,
  type RuleSet,
} from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

const POLICIES = {
  automatic: m.rules_option_policy_automatic,
  'before-moving': m.rules_option_policy_before_moving,
  'after-declined-offer': m.rules_option_policy_after_declined_offer,
} as const

/** The squares of a mill board, in words. */
export function squaresOf(board: MillBoard): string {
  const count = countSquares(board)
  return hasDiagonals(board)
    ? m.rules_option_board_diagonal({ count })
    : m.rules_option_board_squares({ count })
}

export interface Option {
  name: string
  value: string
}

/** All options of a rule set with their values, for a table. */
export function options(rules: RuleSet): Option[] {
  const { draws } = rules
  const { board, moving } = byFamily(rules, { mill: millOptions, halma: halmaOptions })
  const kinds = [
    m.rules_option_draws_agreement(),
    m.rules_option_draws_repetition(),
    draws.quiet !== null &&
      (captureResets(rules) ? m.rules_option_draws_quiet_capture() : m.rules_option_draws_quiet_mill()),
  ].filter((text) => text !== false)
  return [
    { name: m.rules_option_board(), value: board },
    { name: m.rules_option_stones(), value: m.rules_option_stones_each({ count: rules.stones }) },
    ...moving,
    { name: m.rules_option_draws(), value: kinds.join(', ') },
    { name: m.rules_option_policy(), value: POLICIES[draws.policy ?? 'automatic']() },
  ]
}

/** The options that only one family has. */
interface FamilyOptions {
  board: string
  moving: Option[]
}

const millOptions = ({ board, flying, taking }: MillRules): FamilyOptions => ({
  board: squaresOf(board),
  moving: [
    {
      name: m.rules_option_flying(),
      value: flying ? m.rules_option_flying_yes() : m.rules_option_flying_no(),
    },
    {
      name: m.rules_option_taking(),
      value: taking === 'optional' ? m.rules_option_taking_optional() : m.rules_option_taking_compulsory(),
    },
  ],
})

const halmaOptions = ({ board, clearCampAfterPly }: HalmaRules): FamilyOptions => ({
  board: m.rules_option_board_size({ size: board.size }),
  moving: [
    {
      name: m.rules_option_clearing(),
      value: m.rules_option_clearing_after({ count: clearCampAfterPly / 2 }),
    },
  ],
})
