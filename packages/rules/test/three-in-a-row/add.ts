import { RULE_SET_IDS, RULE_SETS, type RuleSetId } from '../../src/registry.ts'
import { RULE_ENGINES } from '../../src/rule-engines.ts'
import { FAMILIES, type RuleSet } from '../../src/rule-set.ts'
import { FAMILY_TEXTS } from '../../texts/index.ts'
import { section } from '../../texts/sections.ts'
import { addAnswer } from './add-answer.ts'
import { ThreeInARowEngine } from './engine.ts'
import { FAMILY, THREE_IN_A_ROW } from './rules.ts'

/** The third family as the rest of the repository sees it. Import this file before what lists the rule sets. */
export const THREE = THREE_IN_A_ROW as unknown as RuleSet
export const THREE_ID = THREE.id as RuleSetId

;(RULE_SETS as unknown as RuleSet[]).push(THREE)
RULE_SET_IDS.push(THREE_ID)
;(FAMILIES as string[]).push(FAMILY)

addAnswer(RULE_ENGINES, (rules) => new ThreeInARowEngine(rules))
addAnswer(FAMILY_TEXTS, ({ stones, restart }) => (p) => ({
  body: [section(p, 'aim', p.halma.aim(String(stones))), section(p, 'winning', p.winsFirst)],
  quiet: `Fifty moves of each player without a stone on ${restart} are a draw.`,
  notation: {
    points: 'a1 to c3',
    moves: 'b2, b2-c3',
    position: 'rows, side, hands, quiet moves, move number',
  },
}))
