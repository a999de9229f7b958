import { UPCOMING_VACATION_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { contactBarred } from '../../accounts/players/contact.ts'
import { isLargeClub, isMemberOf, membersOfClub } from '../../accounts/players/members-of-club.ts'
import { nextVacation } from '../../play/vacations/vacation-row.ts'
import { existing } from '../../store/existing.ts'
import { firstRows, keyId } from '../../store/page.ts'
import { type Db, runSql, type Tx } from '../../store/transaction.ts'
import {
  CHALLENGE_COLUMNS,
  type ChallengeColumns,
  type ChallengeRow,
  decodeChallenge,
} from './challenge-row.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The challenger's vacation to show: the one under way at `at`, or the next one if it begins soon. */
export const upcomingVacation = (challengerId: Prisma.Sql, at: Date): Prisma.Sql =>
  nextVacation(challengerId, at, new Date(at.getTime() + UPCOMING_VACATION_DAYS * DAY_MS))

export const upcomingVacationSchema = z.object({ from: z.date(), until: z.date() }).nullable()

/** @param challenges a query of rows of `challenges` */
async function readChallenges(db: Db, challenges: Prisma.Sql, at: Date): Promise<ChallengeRow[]> {
  const rows = await runSql<ChallengeColumns>(
    db,
    Prisma.sql`
    SELECT ${CHALLENGE_COLUMNS}
    FROM (${challenges}) c JOIN players challenger ON challenger.id = c.challenger_id
      LEFT JOIN players opponent ON opponent.id = c.opponent_id
      LEFT JOIN accounts account ON account.player_id = challenger.id
      LEFT JOIN LATERAL (${upcomingVacation(Prisma.sql`challenger.id`, at)}) away ON c.vacation
    ORDER BY c.id DESC`,
  )
  return rows.map(decodeChallenge)
}

/** Whether a row of `challenges` can be accepted at a moment. The last millisecond is in time. */
const openAt = (at: Date): Prisma.Sql =>
  Prisma.sql`state = 'open' AND (expires_at IS NULL OR expires_at >= ${at}::timestamptz)`

const OPEN_TO_ALL = Prisma.sql`opponent_id IS NULL AND NOT invite`

/** A challenge as it was at a moment. It is withdrawn once it has expired, even if the sweep has not written that yet. */
export async function findChallenge(db: Db, id: number, at: Date): Promise<ChallengeRow | undefined> {
  if (!keyId.safeParse(id).success) return undefined
  const [row] = await readChallenges(db, Prisma.sql`SELECT * FROM challenges WHERE id = ${id}`, at)
  const isOver = row?.state === 'open' && row.expiresAt !== null && at > row.expiresAt
  return isOver ? asExpired(row) : row
}

export const asExpired = (row: ChallengeRow): ChallengeRow => ({ ...row, state: 'withdrawn', expired: true })

interface OpenChallenges {
  /** All that anybody may accept, or those that this player has made or received. */
  whose: 'all' | { playerId: number }
  /** Leaves out challengers who have blocked this player or are blocked by them. */
  contactOf: number | null
  rules: RuleSetId | undefined
  /** Only by members of the club with this slug. */
  club: string | undefined
  beforeId: number | undefined
  limit: number
}

/** Open challenges, newest first. */
export async function readOpenChallenges(
  db: Db,
  { whose, contactOf, rules, club, beforeId, limit }: OpenChallenges,
  at: Date,
): Promise<ChallengeRow[]> {
  const ofClub = club === undefined ? Prisma.empty : await byMembers(db, club)
  const scan = (condition: Prisma.Sql) =>
    firstRows(
      Prisma.sql`SELECT * FROM challenges WHERE ${openAt(at)} AND ${condition}
        ${rules ? Prisma.sql`AND rules = ${rules}` : Prisma.empty}
        ${ofClub}
        ${beforeId === undefined ? Prisma.empty : Prisma.sql`AND id < ${beforeId}`}
        ${contactOf === null ? Prisma.empty : Prisma.sql`AND NOT ${contactBarred(Prisma.sql`${contactOf}::int`, Prisma.sql`challenger_id`)}`}`,
      Prisma.sql`id DESC`,
      limit,
    )
  // each branch reads one index in order, as far as the page needs
  const found =
    whose === 'all'
      ? scan(OPEN_TO_ALL)
      : Prisma.sql`${scan(Prisma.sql`challenger_id = ${whose.playerId}`)}
          UNION ALL ${scan(Prisma.sql`opponent_id = ${whose.playerId}`)}`
  return readChallenges(db, Prisma.sql`SELECT * FROM (${found}) found ORDER BY id DESC LIMIT ${limit}`, at)
}

/** Few members have few challenges; in a large club all open ones are looked through. */
const byMembers = async (db: Db, club: string): Promise<Prisma.Sql> =>
  (await isLargeClub(db, club))
    ? Prisma.sql`AND ${isMemberOf(club, Prisma.sql`challenger_id`)}`
    : Prisma.sql`AND challenger_id IN (${membersOfClub(club)})`

/** The open challenges that a quick pairing on these terms could take, rated ones and then the oldest first. */
export async function readPairableChallenges(
  db: Db,
  { playerId, bot }: { playerId: number; bot: boolean },
  {
    rules,
    clock,
    timeouts,
    provenDraws,
    rated,
  }: Pick<ChallengeRow, 'rules' | 'clock' | 'timeouts' | 'provenDraws' | 'rated'>,
  at: Date,
): Promise<ChallengeRow[]> {
  const rows = await readChallenges(
    db,
    Prisma.sql`
      SELECT * FROM challenges
      WHERE ${openAt(at)} AND ${OPEN_TO_ALL} AND rules = ${rules} AND clock = ${JSON.stringify(clock)}::jsonb
        AND timeouts = ${timeouts}
        AND proven_draws = ${provenDraws}
        ${rated ? Prisma.empty : Prisma.sql`AND NOT rated`}
        ${bot ? Prisma.sql`AND (bots OR challenger_id = ${playerId})` : Prisma.empty}
        AND NOT ${contactBarred(Prisma.sql`${playerId}::int`, Prisma.sql`challenger_id`)}
      ORDER BY rated DESC, id LIMIT ${MAX_PAIRABLE}`,
    at,
  )
  return rows.toSorted((a, b) => Number(b.rated) - Number(a.rated) || a.id - b.id)
}

/** More would be a lobby full of players who have the most games allowed. */
const MAX_PAIRABLE = 50

/** For each challenger the newest challenges that this player could accept, newest first. */
export const readAcceptableChallenges = (
  db: Db,
  challengerIds: readonly number[],
  { playerId, bot }: { playerId: number; bot: boolean },
  perChallenger: number,
  at: Date,
): Promise<ChallengeRow[]> =>
  readChallenges(
    db,
    Prisma.sql`
      SELECT newest.* FROM unnest(${[...challengerIds]}::int[]) AS wanted (player_id) CROSS JOIN LATERAL (
        SELECT * FROM challenges
        WHERE ${openAt(at)} AND challenger_id = wanted.player_id AND ${OPEN_TO_ALL}
          ${bot ? Prisma.sql`AND bots` : Prisma.empty}
          AND NOT ${contactBarred(Prisma.sql`${playerId}::int`, Prisma.sql`wanted.player_id`)}
        ORDER BY id DESC LIMIT ${perChallenger}
      ) newest`,
    at,
  )

const OVERDUE_BATCH = 100

/** Open challenges that expired before a moment, the earliest first. */
export async function* readOverdueChallenges(
  db: Db,
  expiredBefore: Date,
): AsyncGenerator<ChallengeRow, void> {
  let after = Prisma.empty
  for (;;) {
    const overdue = Prisma.sql`
      SELECT * FROM challenges WHERE state = 'open' AND expires_at < ${expiredBefore}::timestamptz ${after}
      ORDER BY expires_at, id LIMIT ${OVERDUE_BATCH}`
    const rows = await readChallenges(db, overdue, expiredBefore)
    rows.sort((a, b) => +existing(a.expiresAt) - +existing(b.expiresAt) || a.id - b.id)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < OVERDUE_BATCH) return
    after = Prisma.sql`AND (expires_at, id) > (${last.expiresAt}::timestamptz, ${last.id})`
  }
}

/** Locks a challenge until the end of the transaction. @returns false if it is no longer open */
export async function lockOpenChallenge(tx: Tx, id: number, at: Date): Promise<boolean> {
  const rows = await runSql(
    tx,
    Prisma.sql`
    SELECT id FROM challenges WHERE id = ${id} AND ${openAt(at)} FOR UPDATE`,
  )
  return rows.length > 0
}

/** How many challenges of a player are open at a moment. */
export const countOpenChallenges = (db: Db, challengerId: number, at: Date): Promise<number> =>
  db.challenge.count({
    where: { challengerId, state: 'open', OR: [{ expiresAt: null }, { expiresAt: { gte: at } }] },
  })

/** @returns the challenge's id; null if another rematch of the same game is open or accepted */
export async function insertChallenge(
  db: Db,
  { challenger, opponent, schedule: _schedule, away: _away, ...challenge }: Omit<ChallengeRow, 'id'>,
): Promise<number | null> {
  const [inserted] = await db.challenge.createManyAndReturn({
    data: { ...challenge, challengerId: challenger.id, opponentId: opponent?.id ?? null },
    skipDuplicates: true,
    select: { id: true },
  })
  return inserted?.id ?? null
}
