import { type ByFamily, byFamily } from './by-family.ts'
import { HalmaEngine } from './halma/halma-engine.ts'
import { MillEngine } from './mill/mill-engine.ts'
import { perRuleSet } from './per-rule-set.ts'
import type { RuleEngine } from './rule-engine.ts'
import type { RuleSet } from './rule-set.ts'

export const RULE_ENGINES: ByFamily<RuleEngine> = {
  mill: (rules) => new MillEngine(rules),
  halma: (rules) => new HalmaEngine(rules),
}

export const ruleEngine = perRuleSet((rules: RuleSet): RuleEngine => byFamily(rules, RULE_ENGINES))
