import {
  isRuleSetId,
  type Position,
  parsePosition,
  type RuleSet,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'

/** The position that the analysis board begins with: `/analysis/muehle?position=…`. null: its address does not say. */
export function analysedPosition(
  id: string,
  query: URLSearchParams,
): { rules: RuleSet; position: Position } | null {
  if (!isRuleSetId(id) || query.has('game') || query.has('draft')) return null
  const rules = ruleSet(id)
  const position = parsePosition(rules, query.get('position')?.trim() ?? startPosition(rules))
  return position.ok ? { rules, position: position.value } : null
}
