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
  path: string,
  { position: text, game, draft }: Record<string, unknown>,
): { rules: RuleSet; position: Position } | null {
  const id = path.slice(path.lastIndexOf('/') + 1)
  if (!isRuleSetId(id) || game !== undefined || draft !== undefined) return null
  const rules = ruleSet(id)
  const position = parsePosition(rules, typeof text === 'string' ? text.trim() : startPosition(rules))
  return position.ok ? { rules, position: position.value } : null
}
