import { HalmaEngine } from './halma/halma-engine.ts'
import { MillEngine } from './mill/mill-engine.ts'
import type { RuleEngine } from './rule-engine.ts'
import type { RuleSet } from './rule-set.ts'

const engines = new WeakMap<RuleSet, RuleEngine>()

export function ruleEngine(rules: RuleSet): RuleEngine {
  const known = engines.get(rules)
  if (known) return known
  const engine = createEngine(rules)
  engines.set(rules, engine)
  return engine
}

function createEngine(rules: RuleSet): RuleEngine {
  switch (rules.family) {
    case 'mill':
      return new MillEngine(rules)
    case 'halma':
      return new HalmaEngine(rules)
  }
}
