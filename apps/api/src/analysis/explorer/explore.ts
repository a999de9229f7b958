import { ok, type Result, valueAt } from '@tegenzet/common'
import type { ExplorerAnswer, exploreQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  legalMoves,
  type Move,
  type Position,
  playTurn,
  positionOutcome,
  type RuleSet,
} from '@tegenzet/rules'
import { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import type { GameRow } from '../../play/game/game.ts'
import { gameView } from '../../play/game/game-view.ts'
import { queryGames } from '../../play/game/read-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { bothRatings, EVERYBODY, monthOf } from './count-games.ts'
import { positionKey } from './position-key.ts'

/** Games that each of the two lists has. */
const SHOWN = 10

export interface Explore extends Pick<z.output<typeof exploreQuery>, 'rated' | 'player' | 'since'> {
  rules: RuleSet
  position: Position
  arrivedAt: Date
}

/** What was played in a position, or a mirror image, and how those games ended. */
export async function explore(
  db: Db,
  { rules, position, arrivedAt, ...query }: Explore,
): Promise<Result<ExplorerAnswer, Refusal>> {
  const playerId = query.player === undefined ? EVERYBODY : await findPlayerId(db, query.player)
  if (playerId === undefined) return refuse('not-found', `There is no player ${query.player}.`)
  const filter: Filter = {
    playerId,
    position: positionKey(rules, position),
    rated: query.rated === undefined ? [true, false] : [query.rated],
    since: query.since === undefined ? null : monthOf(new Date(`${query.since}-01T00:00:00Z`)),
  }
  const reading = Promise.all([readCounts(db, filter), readListed(db, filter)])
  // while the database works
  const movesThere = movesByNext(rules, position)
  const [counts, listed] = await reading
  const byNext = new Map(counts.map((count) => [count.next, count]))
  const moves = [...movesThere].flatMap(([next, move]) => {
    const count = byNext.get(next)
    return count ? { move, ...moveView(count) } : []
  })
  const views = new Map(listed.map((game) => [game.id, gameView(game, arrivedAt)]))
  const shown = (games: readonly GameRow[]) => games.slice(0, SHOWN).map(({ id }) => valueAt(views, id))
  return ok({
    ...total(counts),
    moves: moves.sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1)),
    recent: shown(listed.toSorted((a, b) => +existing(b.endedAt) - +existing(a.endedAt) || b.id - a.id)),
    best: shown(
      listed
        .filter(({ ratings }) => ratings)
        .toSorted((a, b) => bothRatings(b) - bothRatings(a) || b.id - a.id),
    ),
  })
}

interface Filter {
  playerId: number
  position: bigint
  rated: readonly boolean[]
  /** The first month. */
  since: number | null
}

const countSchema = z.object({
  next: z.bigint(),
  games: z.int(),
  white: z.int(),
  draws: z.int(),
  black: z.int(),
  ratedGames: z.int(),
  ratingSum: z.bigint().transform(Number),
  lastPlayed: z.date(),
})
type Count = z.output<typeof countSchema>

const readCounts = (db: Db, { playerId, position, rated, since }: Filter): Promise<Count[]> =>
  readRows(
    db,
    countSchema,
    Prisma.sql`
      SELECT next, sum(games)::int AS games, sum(white)::int AS white, sum(draws)::int AS draws, sum(black)::int AS black,
        sum(rated_games)::int AS "ratedGames", sum(rating_sum)::bigint AS "ratingSum", max(last_played) AS "lastPlayed"
      FROM explorer_moves
      WHERE player_id = ${playerId} AND position = ${position} AND rated = ANY(${[...rated]}::boolean[])
        AND month >= ${since ?? 0}
      GROUP BY next`,
  )

const total = (counts: readonly Count[]) => {
  const sum = (of: 'games' | 'white' | 'draws' | 'black') =>
    counts.reduce((before, count) => before + count[of], 0)
  return { games: sum('games'), white: sum('white'), draws: sum('draws'), black: sum('black') }
}

const moveView = ({ games, white, draws, black, ratedGames, ratingSum, lastPlayed }: Count) => ({
  games,
  white,
  draws,
  black,
  averageRating: ratedGames > 0 ? Math.round(ratingSum / ratedGames) : null,
  lastPlayed: lastPlayed.toISOString(),
})

/** The legal moves, of equivalent ones the first by code point, by the position that they lead to. */
function movesByNext(rules: RuleSet, position: Position): Map<bigint, Move> {
  const moves = new Map<bigint, Move>()
  if (positionOutcome(rules, position)) return moves
  for (const move of [...legalMoves(rules, position)].sort()) {
    const turn = playTurn(rules, position, move)
    if (!turn.ok) continue
    const next = positionKey(rules, turn.value.position)
    if (!moves.has(next)) moves.set(next, move)
  }
  return moves
}

/**
 * The games that one of the two lists shows, in one statement: the newest, and those of the highest rated. Each of the
 * others is older and less highly rated than ten of them.
 */
function readListed(db: Db, filter: Filter): Promise<GameRow[]> {
  const ids = filter.rated.includes(true)
    ? Prisma.sql`(${newest(filter)}) UNION (${highestRated(filter)})`
    : newest(filter)
  return queryGames(db, Prisma.sql`(${ids}) AS listed (id) JOIN games g ON g.id = listed.id`, Prisma.empty)
}

const newest = ({ playerId, position, rated, since }: Filter): Prisma.Sql => Prisma.sql`
  SELECT g.game_id FROM unnest(${[...rated]}::boolean[]) AS wanted (rated) CROSS JOIN LATERAL (
    SELECT game_id, ended_at, month FROM explorer_games e
    WHERE e.player_id = ${playerId} AND e.position = ${position} AND e.rated = wanted.rated
    ORDER BY ended_at DESC, game_id DESC LIMIT ${SHOWN}
  ) g WHERE g.month >= ${since ?? 0} ORDER BY g.ended_at DESC, g.game_id DESC LIMIT ${SHOWN}`

/** By the sum of both ratings: the best of each month are looked up, so that no others are read. */
const highestRated = ({ playerId, position, since }: Filter): Prisma.Sql => Prisma.sql`
  SELECT b.game_id FROM (
    SELECT DISTINCT month FROM explorer_moves
    WHERE player_id = ${playerId} AND position = ${position} AND rated AND month >= ${since ?? 0}
  ) m CROSS JOIN LATERAL (
    SELECT game_id, ratings FROM explorer_games e
    WHERE e.player_id = ${playerId} AND e.position = ${position} AND e.month = m.month AND e.ratings > 0
    ORDER BY ratings DESC, game_id DESC LIMIT ${SHOWN}
  ) b ORDER BY b.ratings DESC, b.game_id DESC LIMIT ${SHOWN}`
