import { type ByFamily, byFamily, type RuleSet } from '@tegenzet/rules'
import { halmaReason } from './halma-reason.ts'
import { millReason } from './mill-reason.ts'
import type { Compared, Reason } from './reason.ts'

export const MISTAKES: ByFamily<(compared: Compared) => Reason | null> = {
  mill: (rules) => (compared) => millReason(rules, compared),
  halma: (rules) => (compared) => halmaReason(rules, compared),
}

/** Why a move was worse than the best one; null where that cannot be said. */
export const mistakeOf = (rules: RuleSet, compared: Compared): Reason | null =>
  byFamily(rules, MISTAKES)(compared)
