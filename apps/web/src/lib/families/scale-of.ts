import { type ByFamily, byFamily, type RuleSet } from '@tegenzet/rules'

/** What the engine's scores mean. */
interface Scale {
  /** A stone, or a step of Halma. */
  unit: number
  /** The advantage, in units, with which a side wins in about three of four games. */
  clear: number
}

export const SCALES: ByFamily<Scale> = {
  mill: () => ({ unit: 100, clear: 1.2 }),
  halma: () => ({ unit: 10, clear: 6 }),
}

export const scaleOf = (rules: RuleSet): Scale => byFamily(rules, SCALES)
