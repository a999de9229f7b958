import type { Interval } from '@tegenzet/clocks'
import {
  type Challenge,
  type Clock,
  type Player,
  type Schedule,
  UPCOMING_VACATION_DAYS,
} from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import { ok, type Result, type RuleSetId } from '@tegenzet/rules'
import { scheduleColumn } from '../../accounts/schedule.ts'
import type { Caller } from '../../http/caller.ts'
import { holdsScope } from '../../http/caller.ts'
import { idOf, playerColumn } from '../../play/game/game-store.ts'
import { nextVacation } from '../../play/vacations/vacation-row.ts'
import { type Refusal, refuse } from '../../refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A challenge as it is read, with its players. */
export interface ChallengeRow {
  id: number
  rules: RuleSetId
  rulesRevision: number
  challenger: Player
  opponent: Player | null
  colour: Challenge['colour']
  clock: Clock
  vacation: boolean
  /** The challenger's. */
  schedule: Schedule
  /** The challenger's vacation under way or soon, where it counts. */
  away: Interval | null
  rated: boolean
  bots: boolean
  message: string | null
  invite: boolean
  state: Challenge['state']
  gameId: number | null
  rematchOf: number | null
  expiresAt: Date | null
  expired: boolean
  createdAt: Date
}

/** A `ChallengeRow` at a moment, out of `c` with its challenger `p` and, where it names one, its opponent `o`. */
export const challengeColumns = (at: Date): Prisma.Sql => Prisma.sql`
  c.id, c.rules, c.rules_revision AS "rulesRevision", c.colour::text, c.clock, c.vacation, c.rated, c.bots, c.message, c.invite,
  c.state::text, c.game_id AS "gameId", c.rematch_of AS "rematchOf", c.expires_at AS "expiresAt", c.expired,
  c.created_at AS "createdAt", ${playerColumn('p')} AS challenger, ${scheduleColumn('p')} AS schedule,
  CASE WHEN c.vacation THEN ${awayColumn('p', at)} END AS away,
  CASE WHEN o.id IS NOT NULL THEN ${playerColumn('o')} END AS opponent`

/** Of a joined `players` the vacation that a challenge tells of. */
export const awayColumn = (alias: string, at: Date): Prisma.Sql =>
  nextVacation(Prisma.raw(`${alias}.id`), at, new Date(at.getTime() + UPCOMING_VACATION_DAYS * DAY_MS))

export const JOIN_PLAYERS = Prisma.sql`
  JOIN players p ON p.id = c.challenger_id LEFT JOIN players o ON o.id = c.opponent_id`

/** What must still be so of a player as a challenge is made or a game begins. */
export interface HeldPlayer {
  id: number
  kind: Player['kind']
  /** Where a game begins: its first deadline has the vacations in it. */
  vacationsVersion?: number
  /** Where another is concerned: whom they have blocked is then as it was read. */
  blockCount?: number | undefined
}

/**
 * Selects the players as they were read, and holds them so while the statement lasts: none becomes a bot, changes a
 * vacation or blocks the other beside it. Fewer come where one has done so since.
 */
export const holdPlayers = (players: readonly HeldPlayer[]): Prisma.Sql => Prisma.sql`
  SELECT id FROM players
  WHERE ${Prisma.join(
    players.map(
      ({ id, kind, vacationsVersion = null, blockCount = null }) => Prisma.sql`(id = ${id}::int
        AND kind = ${kind}::player_kind
        AND vacations_version = coalesce(${vacationsVersion}::int, vacations_version)
        AND block_count = coalesce(${blockCount}::int, block_count))`,
    ),
    ' OR ',
  )}
  FOR SHARE`

/** Of `c`: what is open, at a moment. The last millisecond is in time. */
export const openAt = (at: Date): Prisma.Sql =>
  Prisma.sql`c.state = 'open' AND (c.expires_at IS NULL OR c.expires_at >= ${at}::timestamptz)`

/** A challenge as it stood at a moment: one whose time was over is closed, though the sweep has yet to write that. */
export async function findChallenge(
  { prisma }: Database,
  id: number,
  at: Date,
): Promise<ChallengeRow | undefined> {
  const [row] = await prisma.$queryRaw<ChallengeRow[]>`
    SELECT ${challengeColumns(at)} FROM challenges c ${JOIN_PLAYERS} WHERE c.id = ${idOf(id)}`
  const isOver = row?.state === 'open' && row.expiresAt !== null && at > row.expiresAt
  return isOver ? expiredOf(row) : row
}

export const expiredOf = (row: ChallengeRow): ChallengeRow => ({ ...row, state: 'withdrawn', expired: true })

/**
 * A challenge that a caller may know of: one for a named opponent is there for its two players alone, an invitation by
 * its number for the one who made it.
 * @param caller null where nobody is logged in
 * @param at the moment it is asked for
 */
export async function readChallenge(
  database: Database,
  id: number,
  caller: Caller | null,
  at: Date,
): Promise<Result<ChallengeRow, Refusal>> {
  const challenge = await findChallenge(database, id, at)
  return challenge && mayKnow(challenge, caller)
    ? ok(challenge)
    : refuse('not-found', `There is no challenge ${id}.`)
}

function mayKnow({ challenger, opponent, invite }: ChallengeRow, caller: Caller | null): boolean {
  if (!opponent && !invite) return true
  if (!caller || !holdsScope(caller, 'challenge:write')) return false
  return caller.playerId === challenger.id || caller.playerId === opponent?.id
}

/** The challenge as every call and every event shows it. */
export function challengeView({ gameId, away, expiresAt, createdAt, ...challenge }: ChallengeRow): Challenge {
  return {
    ...challenge,
    away: away && { from: new Date(away.from).toISOString(), until: new Date(away.until).toISOString() },
    game: gameId,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** Whom a challenge concerns. */
export const concerned = ({ challenger, opponent }: Pick<Challenge, 'challenger' | 'opponent'>): number[] =>
  opponent ? [challenger.id, opponent.id] : [challenger.id]

export const challengeClosed = ({ state, expired }: ChallengeRow) =>
  refuse(
    'challenge-closed',
    `The challenge is no longer open: ${expired ? 'its time was over' : `it was ${state}`}.`,
  )
