import { countSquares, hasDiagonals, type MillBoard, type MillRules } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Description } from './description.ts'

/** What the usual mill game has: not worth a fact. */
const USUAL = { stones: 9, squares: 3 }

export const millDescription = (rules: MillRules): Description => ({
  family: () => m.rules_mill(),
  game: () => (rules.stones === USUAL.stones ? m.rules_game_mill() : m.rules_game_mill_other()),
  variant: () => millVariant(rules),
  facts: () => millFacts(rules),
  board: () => squaresOf(rules.board),
  quiet:
    rules.quietReset === 'capture'
      ? { draw: () => m.rules_option_draws_quiet_capture(), reset: m.draws_quiet_before_capture }
      : { draw: () => m.rules_option_draws_quiet_mill(), reset: m.draws_quiet_before_mill },
  moving: () => [
    {
      name: m.rules_option_flying(),
      value: rules.flying ? m.rules_option_flying_yes() : m.rules_option_flying_no(),
    },
    ...(rules.movesWhilePlacing
      ? [{ name: m.rules_option_placing(), value: m.rules_option_placing_or_moving() }]
      : []),
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
    rules.stones !== USUAL.stones && m.rules_variant_stones({ count: rules.stones }),
    countSquares(rules.board) !== USUAL.squares && squaresOf(rules.board),
    hasDiagonals(rules.board) && m.rules_variant_diagonals(),
    rules.movesWhilePlacing && m.rules_variant_moves_while_placing(),
    rules.flying ? m.rules_variant_flying() : m.rules_variant_lines(),
    rules.taking === 'optional' && m.rules_variant_optional(),
    policy === null && m.rules_variant_automatic(),
    policy === 'after-declined-offer' && m.rules_variant_after_declined_offer(),
  ]
    .filter((text) => text !== false)
    .join(', ')
}

/** The two that differ most from the usual. */
function millFacts(rules: MillRules): string[] {
  return [
    rules.movesWhilePlacing && m.rules_fact_moves_while_placing(),
    rules.stones !== USUAL.stones && m.rules_fact_stones({ count: rules.stones }),
    countSquares(rules.board) !== USUAL.squares && m.rules_fact_board({ board: squaresOf(rules.board) }),
    hasDiagonals(rules.board) && m.rules_fact_diagonals(),
    rules.flying ? m.rules_fact_flying() : m.rules_fact_lines(),
    rules.taking === 'optional' ? m.rules_fact_optional() : m.rules_fact_compulsory(),
  ]
    .filter((text) => text !== false)
    .slice(0, 2)
}

/** The squares of a mill board, in words. */
function squaresOf(board: MillBoard): string {
  const count = countSquares(board)
  return hasDiagonals(board)
    ? m.rules_option_board_diagonal({ count })
    : m.rules_option_board_squares({ count })
}
