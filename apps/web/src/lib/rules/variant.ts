import {
  byFamily,
  countSquares,
  type HalmaRules,
  hasDiagonals,
  type MillRules,
  type RuleSet,
} from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { getLocale } from '$lib/i18n/locale.svelte.ts'
import { squaresOf } from './rule-options.ts'

/** What the usual mill game has: not worth a fact. */
const USUAL = { stones: 9, squares: 3 }

/** The name of a rule set in the reader's language. */
export const variantName = ({ names }: RuleSet): string => names[getLocale()]

/** What it is, and where the rules come from: "Nine men’s morris: with flying, taking is optional. Rules of Jijbent". */
export function variantSubtitle(rules: RuleSet): string {
  const origin = m.rules_variant_origin({ origin: rules.origin })
  return byFamily(rules, {
    mill: (rules) =>
      `${m.rules_variant_name({ game: m.rules_game_mill(), how: millVariant(rules) })}. ${origin}`,
    halma: () => origin,
  })
}

function millVariant(rules: MillRules): string {
  const { policy } = rules.draws
  return [
    rules.stones !== USUAL.stones && m.rules_option_stones_each({ count: rules.stones }),
    countSquares(rules.board) !== USUAL.squares && squaresOf(rules.board),
    hasDiagonals(rules.board) && m.rules_variant_diagonals(),
    rules.flying ? m.rules_variant_flying() : m.rules_variant_lines(),
    rules.taking === 'optional' && m.rules_variant_optional(),
    policy === null && m.rules_variant_automatic(),
    policy === 'after-declined-offer' && m.rules_variant_after_declined_offer(),
  ]
    .filter((text) => text !== false)
    .join(', ')
}

const DRAW_FACTS = {
  automatic: m.rules_fact_automatic,
  'before-moving': m.rules_fact_before_moving,
  'after-declined-offer': m.rules_fact_after_declined_offer,
} as const

/** What is special about a rule set, in about three sentences. */
export const variantFacts = (rules: RuleSet): string[] => [
  ...byFamily(rules, { mill: millFacts, halma: halmaFacts }),
  DRAW_FACTS[rules.draws.policy ?? 'automatic'](),
]

const halmaFacts = ({ stones, clearCampAfterPly }: HalmaRules): string[] => [
  m.rules_fact_camps({ count: stones }),
  m.rules_fact_clearing({ count: clearCampAfterPly / 2 }),
]

function millFacts(rules: MillRules): string[] {
  const diagonals = hasDiagonals(rules.board)
  return [
    rules.stones !== USUAL.stones && m.rules_fact_stones({ count: rules.stones }),
    countSquares(rules.board) !== USUAL.squares && m.rules_fact_board({ board: squaresOf(rules.board) }),
    diagonals && m.rules_fact_diagonals(),
    rules.flying ? m.rules_fact_flying() : m.rules_fact_lines(),
    rules.taking === 'optional' && m.rules_fact_optional(),
    rules.taking === 'compulsory' && !diagonals && m.rules_fact_compulsory(),
  ].filter((text) => text !== false)
}
