import type { EXPORT_SORTS, GameStatus } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { opponent, RULE_SET_IDS, type RuleSetId, SIDES, type Side } from '@tegenzet/rules'
import { z } from 'zod'
import { readRow, readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { HAS_ENDED, isEndedGameOf } from '../game/ended-games-of-pair.ts'

/** Which of a player's games, in which order. */
export interface GamesOfPlayer {
  playerId: number
  opponentId?: number | undefined
  rules?: RuleSetId | undefined
  status?: GameStatus | undefined
  colour?: Side | undefined
  rated?: boolean | undefined
  since?: string | undefined
  until?: string | undefined
  sort: (typeof EXPORT_SORTS)[number]
}

/** How many ids are read at once. A constant in the queries, see `firstRows`. */
const AT_ONCE = 10
const LIMIT = Prisma.raw(`${AT_ONCE}`)

const keyRow = z.object({ id: z.int(), createdAt: z.date() })
type Key = z.output<typeof keyRow>
const KEY = Prisma.sql`id, created_at AS "createdAt"`

/**
 * The ids of a player's games, in the order of their start or the reverse. Running games, of which a player has few, are
 * read at once. The others are read a page at a time, by key, so that any of them costs in proportion to what is taken.
 *
 * Games that start later are left out, and a game that ends meanwhile comes once.
 */
export async function gamesOfPlayer(db: Db, which: GamesOfPlayer): Promise<AsyncGenerator<number, void>> {
  const { newest } = await readRow(
    db,
    z.object({ newest: z.int() }),
    Prisma.sql`SELECT coalesce(max(id), 0) AS newest FROM games`,
  )
  const running = await readRunning(db, which)
  return merged(running, gamesThatAreOver(db, which, newest), which)
}

async function* merged(
  running: readonly Key[],
  over: AsyncIterable<Key>,
  { sort }: GamesOfPlayer,
): AsyncGenerator<number, void> {
  const known = new Set(running.map(({ id }) => id))
  let n = 0
  for await (const key of over) {
    for (let next = running[n]; next && isBefore(next, key, sort); next = running[++n]) yield next.id
    if (!known.has(key.id)) yield key.id
  }
  for (const { id } of running.slice(n)) yield id
}

const isBefore = (one: Key, other: Key, sort: GamesOfPlayer['sort']): boolean => {
  const difference = +one.createdAt - +other.createdAt || one.id - other.id
  return sort === 'createdAt' ? difference < 0 : difference > 0
}

/** A game is over for good when it has one of these. Claimed games may go on. */
const OVER = ['finished', 'cancelled'] as const satisfies readonly GameStatus[]
const isOver = (status: GameStatus): boolean => OVER.some((one) => one === status)

/** All games that go on or wait for a ruling, by `games_white_deadline`, `games_white_claimed_idx` and the same for black. */
async function readRunning(db: Db, which: GamesOfPlayer): Promise<Key[]> {
  const { status, rules, rated, sort } = which
  const statuses = (['active', 'claimed'] as const).filter((one) => status === undefined || one === status)
  if (statuses.length === 0) return []
  const parts = statuses.flatMap((one) =>
    sidesOf(which).map(
      // OFFSET keeps Postgres from looking for what is common to the games of all players
      ({ own, against }) => Prisma.sql`
        SELECT * FROM (SELECT * FROM games WHERE ${own} AND status = ${Prisma.raw(`'${one}'`)} OFFSET 0) side
        WHERE ${against}`,
    ),
  )
  const conditions = [
    ...startedWithin(which),
    ...(rules ? [Prisma.sql`rules = ${rules}`] : []),
    ...(rated === undefined ? [] : [Prisma.sql`rated = ${rated}`]),
  ]
  return readRows(
    db,
    keyRow,
    Prisma.sql`
      SELECT ${KEY} FROM (${Prisma.join(parts, ' UNION ALL ')}) games WHERE ${all(conditions)} ORDER BY ${inOrder(sort)}`,
  )
}

async function* gamesThatAreOver(db: Db, which: GamesOfPlayer, newest: number): AsyncGenerator<Key, void> {
  if (which.status && !isOver(which.status)) return
  for (let after: Key | undefined; ; ) {
    const page = await readPage(db, which, newest, after)
    yield* page
    after = page.at(-1)
    if (page.length < AT_ONCE) return
  }
}

/**
 * The games after a key. `games_white_export_idx`, the same for black or `games_pair_idx` gives those of each side,
 * rule set and status, rated or not, in order: so a rare kind is found as fast as a frequent one.
 */
async function readPage(
  db: Db,
  which: GamesOfPlayer,
  newest: number,
  after: Key | undefined,
): Promise<Key[]> {
  const { rules, status, rated, sort } = which
  const comparison = sort === 'createdAt' ? Prisma.sql`>` : Prisma.sql`<`
  const conditions = [
    Prisma.sql`id <= ${newest}`,
    ...startedWithin(which),
    ...(after
      ? [Prisma.sql`(created_at, id) ${comparison} (${after.createdAt}::timestamptz, ${after.id}::int)`]
      : []),
  ]
  const sides = sidesOf(which).map(
    ({ ended }) => Prisma.sql`(
      SELECT id, created_at FROM games
      WHERE ${ended} AND rules = kind.rules AND status = kind.status AND rated = kind.rated AND ${all(conditions)}
      ORDER BY ${inOrder(sort)} LIMIT ${LIMIT})`,
  )
  return readRows(
    db,
    keyRow,
    Prisma.sql`
      SELECT ${KEY} FROM (
        SELECT rules, status, rated FROM unnest(${rules ? [rules] : [...RULE_SET_IDS]}::text[]) AS rules,
          unnest(${status ? [status] : [...OVER]}::game_status[]) AS status,
          unnest(${rated === undefined ? [true, false] : [rated]}::boolean[]) AS rated
      ) kind CROSS JOIN LATERAL (${Prisma.join(sides, ' UNION ALL ')}) games
      ORDER BY ${inOrder(sort)} LIMIT ${LIMIT}`,
  )
}

/** For each side on which the player has games: which are the player's, which of these against the opponent, and those that have ended. */
const sidesOf = ({
  playerId,
  opponentId,
  colour,
}: GamesOfPlayer): { own: Prisma.Sql; against: Prisma.Sql; ended: Prisma.Sql }[] =>
  SIDES.filter((side) => colour === undefined || side === colour).map((side) => {
    const own = Prisma.sql`${Prisma.raw(`${side}_id`)} = ${playerId}`
    if (opponentId === undefined)
      return { own, against: Prisma.sql`true`, ended: Prisma.sql`${own} AND ${HAS_ENDED}` }
    return {
      own,
      against: Prisma.sql`${Prisma.raw(`${opponent(side)}_id`)} = ${opponentId}`,
      ended: isEndedGameOf(playerId, opponentId, side),
    }
  })

const startedWithin = ({ since, until }: GamesOfPlayer): Prisma.Sql[] => [
  ...(since ? [Prisma.sql`created_at >= ${new Date(since)}::timestamptz`] : []),
  ...(until ? [Prisma.sql`created_at < ${new Date(until)}::timestamptz`] : []),
]

const all = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.join([...conditions], ' AND ') : Prisma.sql`true`

const inOrder = (sort: GamesOfPlayer['sort']): Prisma.Sql =>
  sort === 'createdAt' ? Prisma.sql`created_at, id` : Prisma.sql`created_at DESC, id DESC`
