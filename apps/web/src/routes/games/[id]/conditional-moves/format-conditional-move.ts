import { type DecodedMove, decodeMove, type RuleSet, trustedMove } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

/** A move as a phrase: "a stone on d5, taking a1". */
function formatMovePhrase({ from, to, captured }: DecodedMove): string {
  if (from === null)
    return captured
      ? m.conditional_moves_describe_place_take({ to, captured })
      : m.conditional_moves_describe_place({ to })
  return captured
    ? m.conditional_moves_describe_move_take({ from, to, captured })
    : m.conditional_moves_describe_move({ from, to })
}

/** A move of the opponent for screen readers: "if bram plays from d6 to d5". */
export const formatOpponentMove = (rules: RuleSet, opponent: string, move: string): string =>
  m.conditional_moves_describe_if({
    name: opponent,
    deed: formatMovePhrase(decodeMove(rules, trustedMove(move))),
  })

/** A reply for screen readers: "your answer: a stone on a4". */
export const formatReply = (rules: RuleSet, move: string): string =>
  m.conditional_moves_describe_answer({ deed: formatMovePhrase(decodeMove(rules, trustedMove(move))) })
