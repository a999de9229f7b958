import { CHALLENGE_STATES, type Challenge, COLOURS, TIMEOUTS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { quietHoursOf } from '../../accounts/players/schedule.ts'
import { decodePlayer, oneOf } from '../../store/decode.ts'

/** A stored challenge with its players. */
export interface ChallengeRow
  extends Omit<Challenge, 'away' | 'inviteUrl' | 'game' | 'declineReason' | 'expiresAt' | 'createdAt'> {
  /** The challenger's vacation. Only if vacations stop clocks in the game. */
  away: { from: Date; until: Date } | null
  gameId: number | null
  declineReason: string | null
  expiresAt: Date | null
  createdAt: Date
}

/** Of `challenges` c, both players, the challenger's account and their vacation `away`. */
export const CHALLENGE_COLUMNS = Prisma.sql`
  c.id, c.rules, c.rules_revision AS "rulesRevision", c.colour::text, c.clock, c.vacation, c.timeouts,
  c.proven_draws AS "provenDraws", c.rated, c.bots, c.message,
  c.decline_reason AS "declineReason", c.invite, c.state::text, c.game_id AS "gameId", c.rematch_of AS "rematchOf",
  c.expires_at AS "expiresAt", c.expired, c.created_at AS "createdAt",
  challenger.id AS "challengerId", challenger.username AS "challengerName", challenger.kind::text AS "challengerKind",
  opponent.id AS "opponentId", opponent.username AS "opponentName", opponent.kind::text AS "opponentKind",
  coalesce(account.timezone, 'UTC') AS timezone, coalesce(account.days_off, '{}') AS "daysOff",
  account.quiet_from AS "quietFrom", account.quiet_to AS "quietTo", away."from" AS "awayFrom", away.until AS "awayUntil"`

export interface ChallengeColumns
  extends Omit<
    ChallengeRow,
    'rules' | 'colour' | 'timeouts' | 'state' | 'challenger' | 'opponent' | 'schedule' | 'away'
  > {
  rules: string
  colour: string
  timeouts: string
  state: string
  challengerId: number
  challengerName: string
  challengerKind: string
  opponentId: number | null
  opponentName: string
  opponentKind: string
  timezone: string
  daysOff: number[]
  quietFrom: string | null
  quietTo: string | null
  awayFrom: Date | null
  awayUntil: Date
}

/** Decoded by hand, because the lobby is read all the time and a schema takes ten times as long. */
export const decodeChallenge = (row: ChallengeColumns): ChallengeRow => ({
  id: row.id,
  rules: oneOf(RULE_SET_IDS, row.rules),
  rulesRevision: row.rulesRevision,
  challenger: decodePlayer({
    id: row.challengerId,
    username: row.challengerName,
    kind: row.challengerKind,
  }),
  opponent:
    row.opponentId === null
      ? null
      : decodePlayer({ id: row.opponentId, username: row.opponentName, kind: row.opponentKind }),
  colour: oneOf(COLOURS, row.colour),
  clock: row.clock,
  vacation: row.vacation,
  timeouts: oneOf(TIMEOUTS, row.timeouts),
  provenDraws: row.provenDraws,
  schedule: { timezone: row.timezone, daysOff: row.daysOff, quietHours: quietHoursOf(row) },
  away: row.awayFrom && { from: row.awayFrom, until: row.awayUntil },
  rated: row.rated,
  bots: row.bots,
  message: row.message,
  invite: row.invite,
  state: oneOf(CHALLENGE_STATES, row.state),
  declineReason: row.declineReason,
  expiresAt: row.expiresAt,
  expired: row.expired,
  gameId: row.gameId,
  rematchOf: row.rematchOf,
  createdAt: row.createdAt,
})
