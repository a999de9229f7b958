import type { RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { descriptionOf } from '$lib/families/description-of.ts'
import { getLocale } from '$lib/i18n/locale.svelte.ts'

/** The name of a rule set in the reader's language. */
export const variantName = ({ names }: RuleSet): string => names[getLocale()]

/** What it is, and where the rules come from: "Nine men’s morris as on Jijbent: with flying, taking is optional". */
export function variantSubtitle(rules: RuleSet): string {
  const { names, origin } = rules
  const { game, variant } = descriptionOf(rules)
  // a name such as "Merels" need not be followed by "as on Merels"
  const isNamed = Object.values(names).some((name) => name.includes(origin))
  return m.rules_variant_name({
    game: isNamed ? game() : m.rules_variant_origin({ game: game(), origin }),
    how: variant(),
  })
}

const DRAW_FACTS = {
  automatic: m.rules_fact_automatic,
  'before-moving': m.rules_fact_before_moving,
  'after-declined-offer': m.rules_fact_after_declined_offer,
} as const

/** What is special about a rule set, in about three sentences. */
export const variantFacts = (rules: RuleSet): string[] => [
  ...descriptionOf(rules).facts(),
  DRAW_FACTS[rules.draws.policy ?? 'automatic'](),
]
