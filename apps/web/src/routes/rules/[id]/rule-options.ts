import type { RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Option } from '$lib/families/description.ts'
import { descriptionOf } from '$lib/families/description-of.ts'

const POLICIES = {
  automatic: m.rules_option_policy_automatic,
  'before-moving': m.rules_option_policy_before_moving,
  'after-declined-offer': m.rules_option_policy_after_declined_offer,
} as const

/** All options of a rule set with their values, for a table. */
export function options(rules: RuleSet): Option[] {
  const { draws } = rules
  const { board, moving, quiet } = descriptionOf(rules)
  const kinds = [
    m.rules_option_draws_agreement(),
    m.rules_option_draws_repetition(),
    ...(draws.quiet !== null && quiet !== null ? [quiet.draw()] : []),
  ]
  return [
    { name: m.rules_option_board(), value: board() },
    { name: m.rules_option_stones(), value: m.rules_option_stones_each({ count: rules.stones }) },
    ...moving(),
    { name: m.rules_option_draws(), value: kinds.join(', ') },
    { name: m.rules_option_policy(), value: POLICIES[draws.policy ?? 'automatic']() },
  ]
}
