import { ok, type Result } from '@tegenzet/common'
import {
  ACTIVITY_DAYS,
  MAX_OPPONENTS,
  MAX_READ_GAMES,
  MAX_TROPHIES,
  MIN_DAYS_ON_TOP,
  OPENING_MOVES,
  playerSchema,
  type Statistics,
  TROPHY_KINDS,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { decodeMove, RULE_SET_IDS, type RuleSetId, ruleSet, type Side, trustedMove } from '@tegenzet/rules'
import { z } from 'zod'
import { findPerson } from '../../accounts/players/find-person.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import { frequentOpponents, resultsAgainst, resultsOf } from '../../play/results/results.ts'
import type { Refusal } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { latestGames, OWN_MOVE } from './latest-games.ts'

const IS_FINISHED = Prisma.sql`status = 'finished'`
const DAY_MS = 86_400_000

const group = { rules: z.enum(RULE_SET_IDS), side: z.enum(['white', 'black']) }
const score = { won: z.int(), lost: z.int(), drawn: z.int() }
const resultRow = z.object({ ...group, ...score })
const opponentRow = z.object({ player: playerSchema, ...score })
const openingRow = z.object({ ...group, move: z.string(), count: z.int() })
const activityRow = z.object({ day: z.string(), moves: z.int() })
const trophyRow = z.object({
  kind: z.enum(TROPHY_KINDS),
  id: z.int(),
  name: z.string(),
  rules: z.enum(RULE_SET_IDS),
  season: z.int().nullable(),
  division: z.int().nullable(),
  at: z.date(),
})

const topRow = z.object({ rules: z.enum(RULE_SET_IDS), days: z.int(), current: z.boolean() })

/** Sums up a player's games without hints. Openings and activity are read from a bounded number of the latest ones. */
export async function getStatistics(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  username: string,
): Promise<Result<Statistics, Refusal>> {
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const { id } = person.value
  const at = now()
  return ok({
    results: await readResults(db, id),
    opponents: await readOpponents(db, id),
    openings: await readOpenings(db, id),
    activity: await readActivity(db, id, new Date(at.getTime() - ACTIVITY_DAYS * DAY_MS)),
    trophies: await readTrophies(db, id),
    longestOnTop: await readLongestOnTop(db, id, at),
  })
}

const SCORE = Prisma.sql`sum(won)::int AS won, sum(lost)::int AS lost, sum(drawn)::int AS drawn`
/** Of rows of results: whether they have games that count, and those with most of them first. */
const MOST_GAMES = Prisma.sql`HAVING sum(won + lost + drawn) > 0 ORDER BY sum(won + lost + drawn) DESC`

const readResults = (db: Db, id: number): Promise<Statistics['results']> =>
  readRows(
    db,
    resultRow,
    Prisma.sql`
      SELECT rules, side::text, ${SCORE} FROM ${resultsOf(Prisma.sql`${id}`)} results
      GROUP BY rules, side ${MOST_GAMES}, rules, side`,
  )

const readOpponents = (db: Db, id: number): Promise<Statistics['opponents']> =>
  readRows(
    db,
    opponentRow,
    Prisma.sql`
      SELECT ${playerColumns('player')}, most.won, most.lost, most.drawn FROM (
        SELECT opponent_id, ${SCORE} FROM ${resultsAgainst(id, frequentOpponents(id, MAX_OPPONENTS))} results
        GROUP BY opponent_id ${MOST_GAMES}, opponent_id LIMIT ${MAX_OPPONENTS}
      ) most JOIN players player ON player.id = most.opponent_id
      ORDER BY most.won + most.lost + most.drawn DESC, player.id`,
  )

async function readOpenings(db: Db, id: number): Promise<Statistics['openings']> {
  const rows = await readRows(
    db,
    openingRow,
    Prisma.sql`
      SELECT rules, side::text, move.move, count(*)::int AS count
      FROM ${latestGames(id, MAX_READ_GAMES, IS_FINISHED)}
      -- OFFSET makes Postgres look up the moves of each game, however many games it expects
      JOIN LATERAL (SELECT * FROM moves_of(game.id) WHERE ply <= ${2 * OPENING_MOVES} OFFSET 0) move ON ${OWN_MOVE}
      GROUP BY rules, side, move.move`,
  )
  const openings = new Map<string, { rules: RuleSetId; side: Side; points: Map<string, number> }>()
  for (const { rules, side, move, count } of rows) {
    const key = `${rules} ${side}`
    const opening = openings.get(key) ?? { rules, side, points: new Map() }
    const { to } = decodeMove(ruleSet(rules), trustedMove(move))
    opening.points.set(to, (opening.points.get(to) ?? 0) + count)
    openings.set(key, opening)
  }
  const moves = ({ points }: { points: Map<string, number> }) => [...points.values()].reduce((a, b) => a + b)
  return [...openings.values()]
    .sort((a, b) => moves(b) - moves(a))
    .map(({ rules, side, points }) => ({
      rules,
      side,
      points: [...points]
        .map(([point, count]) => ({ point, count }))
        .sort((a, b) => b.count - a.count || (a.point < b.point ? -1 : 1)),
    }))
}

const readActivity = (db: Db, id: number, since: Date): Promise<Statistics['activity']> =>
  readRows(
    db,
    activityRow,
    Prisma.sql`
      SELECT to_char(move.played_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS moves
      FROM ${latestGames(id, MAX_READ_GAMES, Prisma.sql`updated_at >= ${since}::timestamptz`)}
      JOIN LATERAL (SELECT * FROM moves_of(game.id) OFFSET 0) move
        ON move.played_at >= ${since}::timestamptz AND ${OWN_MOVE}
      GROUP BY day ORDER BY day`,
  )

async function readTrophies(db: Db, id: number): Promise<Statistics['trophies']> {
  const rows = await readRows(
    db,
    trophyRow,
    Prisma.sql`
      SELECT l.kind, t.id, t.name, t.rules, t.season, t.division, l.created_at AS at
      FROM tournament_entries e JOIN tournaments t ON t.id = e.tournament_id
        JOIN tournament_log l ON l.tournament_id = t.id AND l.player_id = e.player_id
      WHERE e.player_id = ${id} AND l.kind IN (${Prisma.join(TROPHY_KINDS)})
      ORDER BY l.id DESC LIMIT ${MAX_TROPHIES}`,
  )
  return rows.map(({ kind, season, division, at, ...tournament }) => ({
    kind,
    tournament: { ...tournament, league: season && division ? { season, division } : null },
    at: at.toISOString(),
  }))
}

/**
 * The rule sets in which the player has been on top longest of all people. Equal times: who has been there first. OFFSET makes
 * Postgres sort before it looks up players, of whom the first person ends the scan.
 */
const readLongestOnTop = (db: Db, id: number, at: Date): Promise<Statistics['longestOnTop']> =>
  readRows(
    db,
    topRow,
    Prisma.sql`
      SELECT own.rules, floor(seconds / 86400)::int AS days, current
      FROM unnest(${[...RULE_SET_IDS]}::text[]) AS own (rules) CROSS JOIN LATERAL (
        SELECT * FROM (
          SELECT player_id, bool_or(until IS NULL) AS current,
            sum(extract(epoch FROM coalesce(until, ${at}::timestamptz) - since)) AS seconds
          FROM ladder_reigns WHERE rules = own.rules
          GROUP BY player_id ORDER BY seconds DESC, min(since) OFFSET 0
        ) reigns WHERE (SELECT kind FROM players WHERE id = player_id) = 'human' LIMIT 1
      ) longest
      WHERE (SELECT true FROM ladder_reigns WHERE rules = own.rules AND player_id = ${id} LIMIT 1)
        AND player_id = ${id} AND seconds >= ${MIN_DAYS_ON_TOP * 86_400}
      ORDER BY seconds DESC`,
  )
