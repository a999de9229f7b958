import { countSquares, hasDiagonals, type MillBoard, type RuleSet } from '@tegenzet/rules'
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
  const kinds = [
    m.rules_option_draws_agreement(),
    m.rules_option_draws_repetition(),
    rules.family === 'mill' &&
      draws.quiet !== null &&
      (rules.quietReset === 'capture'
        ? m.rules_option_draws_quiet_capture()
        : m.rules_option_draws_quiet_mill()),
  ].filter((text) => text !== false)
  return [
    {
      name: m.rules_option_board(),
      value:
        rules.family === 'halma'
          ? m.rules_option_board_size({ size: rules.board.size })
          : squaresOf(rules.board),
    },
    { name: m.rules_option_stones(), value: m.rules_option_stones_each({ count: rules.stones }) },
    ...(rules.family === 'mill'
      ? [
          {
            name: m.rules_option_flying(),
            value: rules.flying ? m.rules_option_flying_yes() : m.rules_option_flying_no(),
          },
          {
            name: m.rules_option_taking(),
            value:
              rules.taking === 'optional'
                ? m.rules_option_taking_optional()
                : m.rules_option_taking_compulsory(),
          },
        ]
      : [
          {
            name: m.rules_option_clearing(),
            value: m.rules_option_clearing_after({ count: rules.clearCampAfterPly / 2 }),
          },
        ]),
    { name: m.rules_option_draws(), value: kinds.join(', ') },
    { name: m.rules_option_policy(), value: POLICIES[draws.policy ?? 'automatic']() },
  ]
}
