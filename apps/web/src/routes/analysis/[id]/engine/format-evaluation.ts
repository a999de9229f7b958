import type { BestMove } from '@tegenzet/engine'
import { opponent, type RuleSet, type Side } from '@tegenzet/rules'
import { formatWin } from '$lib/analysis/format-win.ts'
import { scaleOf } from '$lib/families/scale-of.ts'
import { formatSigned } from '$lib/i18n/format-signed.ts'

export type Evaluation = Pick<BestMove, 'score' | 'decidedIn'>

/** The side that wins by force. */
function winner({ decidedIn }: Evaluation, side: Side): Side | null {
  if (decidedIn === null) return null
  return decidedIn > 0 ? side : opponent(side)
}

/** In units, from White's side. @param side to move */
const scoreOfWhite = (rules: RuleSet, { score }: Evaluation, side: Side): number =>
  (side === 'white' ? score : -score) / scaleOf(rules).unit

/** From White's side: "+1.2", or "White wins in 5 moves". @param side to move */
export function formatEvaluation(rules: RuleSet, evaluation: Evaluation, side: Side): string {
  const wins = winner(evaluation, side)
  if (wins) return formatWin(wins, Math.abs(evaluation.decidedIn ?? 0))
  return formatSigned(scoreOfWhite(rules, evaluation, side), 1)
}

/** White's share of the chances, from 0 to 1. @param side to move */
export function whiteShare(rules: RuleSet, evaluation: Evaluation, side: Side): number {
  const wins = winner(evaluation, side)
  if (wins) return wins === 'white' ? 1 : 0
  const score = scoreOfWhite(rules, evaluation, side)
  return 1 / (1 + Math.exp((-score / scaleOf(rules).clear) * Math.log(3)))
}
