import { type DecodedMove, decodeMove, type RuleSet, trustedMove } from '@tegenzet/rules'
import { m } from '$lib/paraglide/messages.js'

/** A move as a thing one may do: "a stone on d5, taking a1". */
function sayDeed({ from, to, captured }: DecodedMove): string {
  if (from === null) return captured ? m.plan_deed_place_take({ to, captured }) : m.plan_deed_place({ to })
  return captured ? m.plan_deed_move_take({ from, to, captured }) : m.plan_deed_move({ from, to })
}

/** "If bram plays from d6 to d5": a move of the opponent's as it is read aloud. */
export const sayIf = (rules: RuleSet, name: string, move: string): string =>
  m.plan_said_if({ name, deed: sayDeed(decodeMove(rules, trustedMove(move))) })

/** "You answer: a stone on a4". */
export const sayAnswer = (rules: RuleSet, move: string): string =>
  m.plan_said_answer({ deed: sayDeed(decodeMove(rules, trustedMove(move))) })
