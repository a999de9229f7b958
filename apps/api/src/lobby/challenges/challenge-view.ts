import type { Challenge } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { withRatings } from '../../play/ratings-beside-names/with-ratings.ts'
import type { Db } from '../../store/transaction.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { inviteUrl } from './invite-link.ts'

/** The challenge as events show it. Names each field, because spreading the row takes several times as long. */
export const challengeView = (row: ChallengeRow): Challenge => ({
  id: row.id,
  rules: row.rules,
  rulesRevision: row.rulesRevision,
  challenger: row.challenger,
  opponent: row.opponent,
  colour: row.colour,
  clock: row.clock,
  vacation: row.vacation,
  timeouts: row.timeouts,
  provenDraws: row.provenDraws,
  schedule: row.schedule,
  away: row.away && { from: row.away.from.toISOString(), until: row.away.until.toISOString() },
  rated: row.rated,
  bots: row.bots,
  message: row.message,
  invite: row.invite,
  state: row.state,
  ...(row.declineReason !== null && { declineReason: row.declineReason }),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  expired: row.expired,
  game: row.gameId,
  rematchOf: row.rematchOf,
  createdAt: row.createdAt.toISOString(),
})

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

/** Adds to the players of challenges their ratings. */
export const withPlayersRatings = (
  db: Db,
  challenges: readonly Challenge[],
  at: Date,
): Promise<Challenge[]> => withRatings(db, challenges, ['challenger', 'opponent'], at)

/** The players whom a challenge concerns. */
export const concernedBy = ({
  challenger,
  opponent,
}: Pick<Challenge, 'challenger' | 'opponent'>): number[] =>
  opponent ? [challenger.id, opponent.id] : [challenger.id]
