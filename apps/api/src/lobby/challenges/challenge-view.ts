import type { Challenge } from '@tegenzet/contract'
import type { Config } from '../../config.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { inviteUrl } from './invite-link.ts'

/** The challenge as events show it. */
export function challengeView({
  gameId,
  away,
  declineReason,
  expiresAt,
  createdAt,
  ...challenge
}: ChallengeRow): Challenge {
  return {
    ...challenge,
    ...(declineReason !== null && { declineReason }),
    away: away && { from: away.from.toISOString(), until: away.until.toISOString() },
    game: gameId,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** The challenge as its caller sees it. Only the maker of an open invitation sees its link. */
export function challengeViewFor(
  config: Pick<Config, 'secret' | 'publicUrl'>,
  row: ChallengeRow,
  caller: Caller | null,
): Challenge {
  const view = challengeView(row)
  const isMaker = caller?.playerId === row.challenger.id && holdsScope(caller, 'challenge:write')
  return row.invite && row.state === 'open' && isMaker ? { ...view, inviteUrl: inviteUrl(config, row) } : view
}

/** The players whom a challenge concerns. */
export const concernedBy = ({
  challenger,
  opponent,
}: Pick<Challenge, 'challenger' | 'opponent'>): number[] =>
  opponent ? [challenger.id, opponent.id] : [challenger.id]
