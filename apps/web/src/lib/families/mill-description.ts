import { countSquares, hasDiagonals, type MillBoard, type MillRules } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Description } from './description.ts'

/** What the usual mill game has: not worth a fact. */
const USUAL = { stones: 9, squares: 3 }

export const millDescription = (rules: MillRules): Description => ({
  family: () => m.rules_mill(),
  game: () => m.rules_game_mill(),
  variant: () => millVariant(rules),
  facts: () => millFacts(rules),
  board: () => squaresOf(rules.board),
  moving: () => [
    {
      name: m.rules_option_flying(),
      value: rules.flying ? m.rules_option_flying_yes() : m.rules_option_flying_no(),
    },
    {
      name: m.rules_option_taking(),
      value:
        rules.taking === 'optional' ? m.rules_option_taking_optional() : m.rules_option_taking_compulsory(),
    },
  ],
})

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

/** The squares of a mill board, in words. */
function squaresOf(board: MillBoard): string {
  const count = countSquares(board)
  return hasDiagonals(board)
    ? m.rules_option_board_diagonal({ count })
    : m.rules_option_board_squares({ count })
}
