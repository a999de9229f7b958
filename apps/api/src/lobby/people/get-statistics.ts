import { ok, type Result } from '@tegenzet/common'
import {
  MAX_OPPONENTS,
  MAX_TROPHIES,
  MIN_DAYS_ON_TOP,
  playerSchema,
  type Statistics,
  TROPHY_KINDS,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { z } from 'zod'
import { findPerson } from '../../accounts/players/find-person.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import { frequentOpponents, resultsAgainst, resultsOf } from '../../play/results/results.ts'
import type { Refusal } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import type { HabitsReader } from './habits-in-memory.ts'

const group = { rules: z.enum(RULE_SET_IDS), side: z.enum(['white', 'black']) }
const score = { won: z.int(), lost: z.int(), drawn: z.int() }
const resultRow = z.object({ ...group, ...score })
const opponentRow = z.object({ player: playerSchema, ...score })
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
  { now, readHabits }: Pick<Deps, 'now'> & { readHabits: HabitsReader },
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
    ...(await readHabits(db, id, at)),
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
