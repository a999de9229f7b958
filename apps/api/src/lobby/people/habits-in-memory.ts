import { ACTIVITY_DAYS, MAX_READ_GAMES, OPENING_MOVES, type Statistics } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  decodeMove,
  RULE_SET_IDS,
  type RuleSetId,
  ruleSet,
  SIDES,
  type Side,
  trustedMove,
} from '@tegenzet/rules'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { readRow, readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { latestGames, OWN_MOVE } from './latest-games.ts'

/** How a player begins games, and moves a day. */
type Habits = Pick<Statistics, 'openings' | 'activity'>
export type HabitsReader = (db: Db, id: number, at: Date) => Promise<Habits>

const DAY_MS = 86_400_000
/** Players whose habits are in memory, some kB each. */
const MAX_PLAYERS = 500
/** A change of a game makes it one of so many that changed last, unless more of one player change at the same moment. */
const CHANGED_LAST = 20

const openingRow = z.object({
  rules: z.enum(RULE_SET_IDS),
  side: z.enum(SIDES),
  move: z.string(),
  count: z.int(),
})
const activityRow = z.object({ day: z.string(), moves: z.int() })

/**
 * Makes a reader of habits. They are read from the moves of hundreds of games, so they are kept until a game of the player
 * changes or the day ends.
 */
export function habitsInMemory(): HabitsReader {
  const memory = new LRUCache<number, { state: string; habits: Habits }>({ max: MAX_PLAYERS })
  return async (db, id, at) => {
    const today = Math.floor(at.getTime() / DAY_MS)
    const state = `${today} ${await readState(db, id)}`
    const known = memory.get(id)
    if (known?.state === state) return known.habits
    const since = new Date((today - ACTIVITY_DAYS) * DAY_MS)
    const habits = { openings: await readOpenings(db, id), activity: await readActivity(db, id, since) }
    memory.set(id, { state, habits })
    return habits
  }
}

/** The versions of the games that changed last, also of those with hints: the first hint takes a game out of the statistics. */
async function readState(db: Db, id: number): Promise<string> {
  const changedLast = (side: Side) => Prisma.sql`(
    SELECT id, version FROM games WHERE ${Prisma.raw(`${side}_id`)} = ${id}
    ORDER BY updated_at DESC, id DESC LIMIT ${CHANGED_LAST})`
  const { state } = await readRow(
    db,
    z.object({ state: z.string().nullable() }),
    Prisma.sql`
      SELECT string_agg(concat(id, ' ', version), ' ' ORDER BY id) AS state
      FROM (${changedLast('white')} UNION ALL ${changedLast('black')}) games`,
  )
  return state ?? ''
}

async function readOpenings(db: Db, id: number): Promise<Habits['openings']> {
  const rows = await readRows(
    db,
    openingRow,
    Prisma.sql`
      SELECT rules, side::text, move.move, count(*)::int AS count
      FROM ${latestGames(id, MAX_READ_GAMES, Prisma.sql`status = 'finished'`)}
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

const readActivity = (db: Db, id: number, since: Date): Promise<Habits['activity']> =>
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
