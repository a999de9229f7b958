import {
  ACTIVITY_DAYS,
  MAX_COUNTED_GAMES,
  MAX_OPPONENTS,
  MAX_READ_GAMES,
  MAX_TROPHIES,
  MIN_DAYS_ON_TOP,
  OPENING_MOVES,
  type Statistics,
  TROPHY_KINDS,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  decodeMove,
  ok,
  type Result,
  RULE_SET_IDS,
  type RuleSetId,
  ruleSet,
  type Side,
  trustedMove,
} from '@tegenzet/rules'
import { z } from 'zod'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { latestGames, OWN_MOVE } from './latest-games.ts'

const IS_FINISHED = Prisma.sql`status = 'finished'`
const DAY_MS = 86_400_000

const group = { rules: z.enum(RULE_SET_IDS), side: z.enum(['white', 'black']) }
const scoreRow = z.object({ ...group, opponentId: z.int(), won: z.int(), lost: z.int(), drawn: z.int() })
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

interface Score {
  won: number
  lost: number
  drawn: number
}

/** Sums up a player's latest games without hints. Each query reads a bounded number of them. */
export async function getStatistics(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  username: string,
): Promise<Result<Statistics, Refusal>> {
  const person = await findPerson(tx, username)
  if (!person.ok) return person
  const { id } = person.value
  const at = now()
  const scores = await readScores(tx, id)
  return ok({
    results: sumBy(scores, ({ rules, side }) => `${rules} ${side}`).map(([{ rules, side }, score]) => ({
      rules,
      side,
      ...score,
    })),
    opponents: await mostFrequent(tx, scores),
    openings: await readOpenings(tx, id),
    activity: await readActivity(tx, id, new Date(at.getTime() - ACTIVITY_DAYS * DAY_MS)),
    trophies: await readTrophies(tx, id),
    longestOnTop: await readLongestOnTop(tx, id, at),
  })
}

const readScores = (tx: Tx, id: number) =>
  readRows(
    tx,
    scoreRow,
    Prisma.sql`
      SELECT rules, side::text, opponent_id AS "opponentId",
        count(*) FILTER (WHERE winner = side)::int AS won,
        count(*) FILTER (WHERE winner <> side)::int AS lost,
        count(*) FILTER (WHERE winner IS NULL)::int AS drawn
      FROM ${latestGames(id, MAX_COUNTED_GAMES, IS_FINISHED)} GROUP BY rules, side, opponent_id`,
  )

/** Adds up the scores of rows with the same key. @returns the first row of each key with its sum, most games first */
function sumBy<Row extends Score>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): [Row, Score][] {
  const sums = new Map<string | number, [Row, Score]>()
  for (const row of rows) {
    const [first, { won, lost, drawn }] = sums.get(keyOf(row)) ?? [row, { won: 0, lost: 0, drawn: 0 }]
    sums.set(keyOf(row), [first, { won: won + row.won, lost: lost + row.lost, drawn: drawn + row.drawn }])
  }
  const games = ({ won, lost, drawn }: Score) => won + lost + drawn
  return [...sums.values()].sort(([, a], [, b]) => games(b) - games(a))
}

async function mostFrequent(
  tx: Tx,
  scores: readonly z.output<typeof scoreRow>[],
): Promise<Statistics['opponents']> {
  const most = sumBy(scores, ({ opponentId }) => opponentId).slice(0, MAX_OPPONENTS)
  const players = await tx.player.findMany({
    where: { id: { in: most.map(([{ opponentId }]) => opponentId) } },
    ...PLAYER,
  })
  return most.map(([{ opponentId }, score]) => ({
    player: decodePlayer(players.find(({ id }) => id === opponentId)!),
    ...score,
  }))
}

async function readOpenings(tx: Tx, id: number): Promise<Statistics['openings']> {
  const rows = await readRows(
    tx,
    openingRow,
    Prisma.sql`
      SELECT rules, side::text, move.move, count(*)::int AS count
      FROM ${latestGames(id, MAX_READ_GAMES, IS_FINISHED)}
      JOIN moves move ON move.game_id = game.id AND move.ply <= ${2 * OPENING_MOVES} AND ${OWN_MOVE}
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

const readActivity = (tx: Tx, id: number, since: Date): Promise<Statistics['activity']> =>
  readRows(
    tx,
    activityRow,
    Prisma.sql`
      SELECT to_char(move.played_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS moves
      FROM ${latestGames(id, MAX_READ_GAMES, Prisma.sql`updated_at >= ${since}::timestamptz`)}
      JOIN moves move ON move.game_id = game.id AND move.played_at >= ${since}::timestamptz AND ${OWN_MOVE}
      GROUP BY day ORDER BY day`,
  )

async function readTrophies(tx: Tx, id: number): Promise<Statistics['trophies']> {
  const rows = await readRows(
    tx,
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

/** Equal times: who has been on top first. */
const readLongestOnTop = (tx: Tx, id: number, at: Date): Promise<Statistics['longestOnTop']> =>
  readRows(
    tx,
    topRow,
    Prisma.sql`
      SELECT rules, floor(seconds / 86400)::int AS days, current FROM (
        SELECT DISTINCT ON (r.rules) r.rules, r.player_id, bool_or(r.until IS NULL) AS current,
          sum(extract(epoch FROM coalesce(r.until, ${at}::timestamptz) - r.since)) AS seconds
        FROM ladder_reigns r JOIN players p ON p.id = r.player_id AND p.kind = 'human'
        WHERE r.rules IN (SELECT rules FROM ladder_reigns WHERE player_id = ${id})
        GROUP BY r.rules, r.player_id
        ORDER BY r.rules, seconds DESC, min(r.since)
      ) longest
      WHERE player_id = ${id} AND seconds >= ${MIN_DAYS_ON_TOP * 86_400}
      ORDER BY seconds DESC`,
  )
