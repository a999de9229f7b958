import { type ByFamily, byFamily, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { type Refused, refuse } from '../../refusal.ts'

interface Terms {
  rules: RuleSetId
  provenDraws: boolean
}

const HAS_TABLES: ByFamily<boolean> = { mill: () => true, halma: () => false }

/** Refuses proven draws where there are no endgame tables. */
export const provenDrawsRefused = ({ rules, provenDraws }: Terms): Refused | null =>
  provenDraws && !byFamily(ruleSet(rules), HAS_TABLES)
    ? refuse('terms-not-possible', 'Draws are proved only in mill games: send `provenDraws: false`.')
    : null
