import type { FamilyName, RuleSet, RulesByFamily } from './rule-set.ts'

/** What each family of games answers. A family without an answer is a type error. */
export type ByFamily<Answer> = {
  [Family in FamilyName]: (rules: RulesByFamily[Family]) => Answer
}

/** The answer of a rule set's family. */
export const byFamily = <Answer>(rules: RuleSet, answers: ByFamily<Answer>): Answer =>
  (answers[rules.family] as (rules: RuleSet) => Answer)(rules)
