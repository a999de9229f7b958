import type { RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { descriptionOf } from '$lib/families/description-of.ts'
import { getLocale } from '$lib/i18n/locale.svelte.ts'

/** The name of a rule set in the reader's language. */
export const variantName = ({ names }: RuleSet): string => names[getLocale()]

/** What it is, and where the rules come from: "Nine men’s morris: with flying, taking is optional. Rules of Jijbent". */
export function variantSubtitle(rules: RuleSet): string {
  const { names, origin } = rules
  const variant = descriptionOf(rules).variant()
  // "Merels" need not say again where it comes from
  return Object.values(names).includes(origin) ? variant : `${variant}. ${m.rules_variant_origin({ origin })}`
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
