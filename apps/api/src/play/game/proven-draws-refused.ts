import { canBeProved, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { type Refused, refuse } from '../../refusal.ts'

interface Terms {
  rules: RuleSetId
  provenDraws: boolean
}

/** Refuses proven draws where there are no endgame tables. */
export const provenDrawsRefused = ({ rules, provenDraws }: Terms): Refused | null =>
  provenDraws && !canBeProved(ruleSet(rules))
    ? refuse('terms-not-possible', 'Draws are proved only in mill games: send `provenDraws: false`.')
    : null
