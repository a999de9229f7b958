import type { HalmaRules } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Description } from './description.ts'

export const halmaDescription = ({ board, stones, clearCampAfterPly }: HalmaRules): Description => {
  const count = clearCampAfterPly / 2
  return {
    family: () => m.rules_halma(),
    game: () => m.rules_halma(),
    variant: () => m.rules_variant_halma({ size: board.size, stones }),
    facts: () => [m.rules_fact_camps({ count: stones }), m.rules_fact_clearing({ count })],
    board: () => m.rules_option_board_size({ size: board.size }),
    quiet: null,
    moving: () => [{ name: m.rules_option_clearing(), value: m.rules_option_clearing_after({ count }) }],
  }
}
