import type { RuleSet } from './rule-set.ts'

/** Makes a function that computes a value once for each rule set. */
export function perRuleSet<Rules extends RuleSet, Value extends object>(
  compute: (rules: Rules) => Value,
): (rules: Rules) => Value {
  const values = new WeakMap<Rules, Value>()
  return (rules) => {
    const known = values.get(rules)
    if (known) return known
    const value = compute(rules)
    values.set(rules, value)
    return value
  }
}
