import { countSquares, hasDiagonals, type MillBoard, type RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

const POLICIES = {
  automatic: { short: m.rules_difference_automatic, long: m.rules_option_policy_automatic },
  'before-moving': { short: m.rules_difference_before_moving, long: m.rules_option_policy_before_moving },
  'after-declined-offer': {
    short: m.rules_difference_after_declined_offer,
    long: m.rules_option_policy_after_declined_offer,
  },
} as const

const policyTexts = (rules: RuleSet) => POLICIES[rules.draws.policy ?? 'automatic']

/** A mill game with these is not told apart by them. */
const USUAL_STONES = 9
const USUAL_SQUARES = 3

/** What distinguishes a rule set from others of its family, in a few words each. */
export function differences(rules: RuleSet): string[] {
  const own =
    rules.family === 'mill'
      ? [
          rules.stones !== USUAL_STONES && m.rules_difference_stones({ count: rules.stones }),
          countSquares(rules.board) !== USUAL_SQUARES && squaresOf(rules.board),
          hasDiagonals(rules.board) && m.rules_difference_diagonals(),
          rules.flying ? m.rules_difference_flying() : m.rules_difference_lines(),
          rules.taking === 'optional' ? m.rules_difference_optional() : m.rules_difference_compulsory(),
        ]
      : [m.rules_difference_camps()]
  return [...own.filter((text) => text !== false), policyTexts(rules).short()]
}

function squaresOf(board: MillBoard): string {
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
    { name: m.rules_option_policy(), value: policyTexts(rules).long() },
  ]
}
