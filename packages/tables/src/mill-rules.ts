import type { ByFamily, MillRules } from '@tegenzet/rules'

/** The rules that tables are of; null in families without tables. */
export const MILL_RULES: ByFamily<MillRules | null> = { mill: (rules) => rules, halma: () => null }
