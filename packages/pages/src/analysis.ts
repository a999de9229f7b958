import { isRuleSetId, MAIN_RULE_SETS, type RuleSetId } from '@tegenzet/rules'

/** The rules of the board at `/analysis` or, of other rules, `/analysis?rules=halma`. */
export const rulesOfBoard = (query: URLSearchParams): RuleSetId => {
  const asked = query.get('rules') ?? ''
  return isRuleSetId(asked) ? asked : MAIN_RULE_SETS[0]
}
