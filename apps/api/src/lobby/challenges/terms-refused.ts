import type { Player } from '@tegenzet/contract'
import { provenDrawsRefused } from '../../play/game/proven-draws-refused.ts'
import { type Refused, refuse } from '../../refusal.ts'
import type { ChallengeRow } from './challenge-row.ts'

/**
 * Refuses terms that cannot stand together, or not between these players.
 * @param bots whether bots may accept
 */
export function termsRefused(
  terms: Pick<ChallengeRow, 'rules' | 'timeouts' | 'provenDraws' | 'rated'>,
  players: readonly Pick<Player, 'kind'>[],
  bots = false,
): Refused | null {
  const unproved = provenDrawsRefused(terms)
  if (unproved) return unproved
  if (terms.timeouts === 'automatic') return null
  if (terms.rated)
    return refuse('terms-not-possible', 'In rated games time-outs are automatic: send `rated: false`.')
  return bots || players.some(({ kind }) => kind !== 'human')
    ? refuse('terms-not-possible', 'Time-outs are claimed only between people with an account.')
    : null
}
