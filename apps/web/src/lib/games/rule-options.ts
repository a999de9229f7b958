import { hasDiagonals, type RuleSet } from '@tegenzet/rules'
import { m } from '$lib/paraglide/messages.js'

const POLICIES = {
  automatic: { short: m.difference_automatic, long: m.option_policy_automatic },
  'before-moving': { short: m.difference_before_moving, long: m.option_policy_before_moving },
  'after-declined-offer': {
    short: m.difference_after_declined_offer,
    long: m.option_policy_after_declined_offer,
  },
} as const

const policyTexts = (rules: RuleSet) => POLICIES[rules.draws.policy ?? 'automatic']

/** What distinguishes a rule set from others of its family, in a few words each. */
export function differences(rules: RuleSet): string[] {
  const own =
    rules.family === 'mill'
      ? [
          hasDiagonals(rules.board) && m.difference_diagonals(),
          rules.flying ? m.difference_flying() : m.difference_lines(),
          rules.taking === 'optional' ? m.difference_optional() : m.difference_compulsory(),
        ]
      : [m.difference_camps()]
  return [...own.filter((text) => text !== false), policyTexts(rules).short()]
}

export interface Option {
  name: string
  value: string
}

/** All options of a rule set with their values, for a table. */
export function options(rules: RuleSet): Option[] {
  const { draws } = rules
  const kinds = [
    m.option_draws_agreement(),
    m.option_draws_repetition(),
    rules.family === 'mill' &&
      draws.quiet !== null &&
      (rules.quietReset === 'capture' ? m.option_draws_quiet_capture() : m.option_draws_quiet_mill()),
  ].filter((text) => text !== false)
  return [
    {
      name: m.option_board(),
      value:
        rules.family === 'halma'
          ? m.option_board_size({ size: rules.board.size })
          : hasDiagonals(rules.board)
            ? m.option_board_diagonal()
            : m.option_board_standard(),
    },
    { name: m.option_stones(), value: m.option_stones_each({ count: rules.stones }) },
    ...(rules.family === 'mill'
      ? [
          {
            name: m.option_flying(),
            value: rules.flying ? m.option_flying_yes() : m.option_flying_no(),
          },
          {
            name: m.option_taking(),
            value: rules.taking === 'optional' ? m.option_taking_optional() : m.option_taking_compulsory(),
          },
        ]
      : [
          {
            name: m.option_clearing(),
            value: m.option_clearing_after({ count: rules.clearCampAfterPly / 2 }),
          },
        ]),
    { name: m.option_draws(), value: kinds.join(', ') },
    { name: m.option_policy(), value: policyTexts(rules).long() },
  ]
}
