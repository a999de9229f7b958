import type { BestMove } from '@tegenzet/engine'
import { type FamilyName, opponent, type RuleSet, type Side } from '@tegenzet/rules'
import { getRegionalLocale } from '$lib/i18n/locale.svelte.ts'

/** The engine's score of a stone, and of a step of Halma. */
const UNITS: Record<FamilyName, number> = { mill: 100, halma: 10 }
/** The advantage, in units, with which a side wins in about three of four games. */
const CLEAR: Record<FamilyName, number> = { mill: 1.2, halma: 6 }

export type Evaluation = Pick<BestMove, 'score' | 'decidedIn'>

/** The side that wins by force. */
function winner({ decidedIn }: Evaluation, side: Side): Side | null {
  if (decidedIn === null) return null
  return decidedIn > 0 ? side : opponent(side)
}

/** From White's side: "+1.2", or "1-0 (9)" for a win in 9 plies. @param side to move */
export function formatEvaluation(rules: RuleSet, evaluation: Evaluation, side: Side): string {
  const wins = winner(evaluation, side)
  if (wins) return `${wins === 'white' ? '1-0' : '0-1'} (${Math.abs(evaluation.decidedIn ?? 0)})`
  const score = (side === 'white' ? evaluation.score : -evaluation.score) / UNITS[rules.family]
  return new Intl.NumberFormat(getRegionalLocale(), {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(score)
}

/** White's share of the chances, from 0 to 1. @param side to move */
export function whiteShare(rules: RuleSet, evaluation: Evaluation, side: Side): number {
  const wins = winner(evaluation, side)
  if (wins) return wins === 'white' ? 1 : 0
  const score = (side === 'white' ? evaluation.score : -evaluation.score) / UNITS[rules.family]
  return 1 / (1 + Math.exp((-score / CLEAR[rules.family]) * Math.log(3)))
}
