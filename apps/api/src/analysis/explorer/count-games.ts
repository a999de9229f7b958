import { setImmediate as nextTurn } from 'node:timers/promises'
import { valueAt } from '@tegenzet/common'
import { MIN_RATED_PLIES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { positionsOf, type Side, sideOfPly } from '@tegenzet/rules'
import type { Consumer } from '../../outbox/consume.ts'
import { isCounted } from '../../play/game/counted-games.ts'
import type { GameRow } from '../../play/game/game.ts'
import { type MovesPlayed, readMovesPlayed } from '../../play/game/game-positions.ts'
import { readGames } from '../../play/game/read-games.ts'
import { existing } from '../../store/existing.ts'
import type { Tx } from '../../store/transaction.ts'
import { positionKey } from './position-key.ts'

/** Its row in `consumer_offsets` and its periodic task. */
export const EXPLORER = 'explorer'
/** Plies of a game that are counted. */
export const EXPLORED_PLIES = 24
/** The player under whom everybody's games are counted. */
export const EVERYBODY = 0
/** The move that a game did not make: it ended, or is not counted further. */
const NO_MOVE = 0n

/** Counts games in the explorer when they have ended, and rated ones when they have been rated. */
export const explorerConsumer: Consumer = {
  name: EXPLORER,
  only: Prisma.sql`e.type = 'game' AND e.payload->>'status' = 'finished'`,
  async handle(tx, events) {
    const ids = events.flatMap(({ event }) => (event?.type === 'game' ? event.game.id : []))
    await countGames(tx, [...new Set(ids)])
  },
}

/** Counts those of these games that are finished and not counted yet. @returns how many */
export async function countGames(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const known = await tx.explorerGame.findMany({
    where: { playerId: EVERYBODY, gameId: { in: [...ids] } },
    distinct: ['gameId'],
    select: { gameId: true },
  })
  const before = new Set(known.map(({ gameId }) => gameId))
  const games = (
    await readGames(
      tx,
      ids.filter((id) => !before.has(id)),
    )
  ).filter(isExplored)
  const played = await readMovesPlayed(
    tx,
    games.map(({ id }) => id),
  )
  const counted: Counted[] = []
  for (const game of games) {
    counted.push({ game, ...keysOf(valueAt(played, game.id)) })
    // folding the positions of many games would hold the process
    await nextTurn()
  }
  await writeCounts(tx, counted)
  await writeLaterPositions(tx, counted)
  return games.length
}

/** Guests' games are not counted, and rated ones only with their ratings. */
const isExplored = (game: GameRow): boolean => {
  const { white, black, rated, ratings, ply, endedAt } = game
  return (
    isCounted(game) &&
    endedAt !== null &&
    white.kind !== 'guest' &&
    black.kind !== 'guest' &&
    (!rated || ratings !== null || ply < MIN_RATED_PLIES)
  )
}

interface Counted {
  game: GameRow
  /** The positions that are counted and what was played there; of a position that occurs again only the first time. */
  steps: ReadonlyMap<bigint, Step>
  /** The positions that first stood later. */
  later: ReadonlySet<bigint>
}

interface Step {
  /** The position after the move. */
  next: bigint
  side: Side
}

function keysOf({ rules, moves }: MovesPlayed): Pick<Counted, 'steps' | 'later'> {
  const keys = positionsOf(rules, moves).map((position) => positionKey(rules, position))
  const explored = keys.slice(0, EXPLORED_PLIES + 1)
  const steps = new Map<bigint, Step>()
  for (const [n, key] of explored.entries())
    if (!steps.has(key)) steps.set(key, { next: explored[n + 1] ?? NO_MOVE, side: sideOfPly(n + 1) })
  return { steps, later: new Set(keys.slice(EXPLORED_PLIES + 1).filter((key) => !steps.has(key))) }
}

/** Everybody, and the players of a game who are still known. */
const countedUnder = ({ white, black }: GameRow): number[] => [
  EVERYBODY,
  ...[white, black].filter(({ kind }) => kind !== 'closed').map(({ id }) => id),
]

/** A month as a number that grows by one each month. */
export const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth()

/** The sum of both ratings before a game, 0 if it was not rated. */
export const bothRatings = ({ ratings }: Pick<GameRow, 'ratings'>): number =>
  ratings ? Math.round(ratings.white.before.rating + ratings.black.before.rating) : 0

async function writeCounts(tx: Tx, counted: readonly Counted[]): Promise<void> {
  const rows = counted.flatMap(({ game, steps }) => {
    const { ratings, winner, rated } = game
    const endedAt = existing(game.endedAt)
    return countedUnder(game).flatMap((player_id) =>
      [...steps].map(([position, { next, side }]) => ({
        player_id,
        position: `${position}`,
        next: `${next}`,
        game_id: game.id,
        rated,
        month: monthOf(endedAt),
        ended_at: endedAt,
        ratings: bothRatings(game),
        white: winner === 'white' ? 1 : 0,
        draws: winner === null ? 1 : 0,
        black: winner === 'black' ? 1 : 0,
        rating: ratings ? Math.round(ratings[side].before.rating) : 0,
        rated_games: ratings ? 1 : 0,
      })),
    )
  })
  const source = Prisma.sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      player_id int, position bigint, next bigint, game_id int, rated boolean, month int, ended_at timestamptz,
      ratings int, white int, draws int, black int, rating int, rated_games int)`
  await tx.$executeRaw`
    INSERT INTO explorer_games (player_id, position, game_id, rated, month, ratings, ended_at)
    SELECT player_id, position, game_id, rated, month, ratings, ended_at FROM ${source}`
  await tx.$executeRaw`
    INSERT INTO explorer_moves AS m
      (player_id, position, rated, month, next, games, white, draws, black, rating_sum, rated_games, last_played)
    SELECT player_id, position, rated, month, next, count(*)::int, sum(white)::int, sum(draws)::int, sum(black)::int,
      sum(rating)::bigint, sum(rated_games)::int, max(ended_at)
    FROM ${source} GROUP BY player_id, position, rated, month, next
    ON CONFLICT (player_id, position, rated, month, next) DO UPDATE SET
      games = m.games + excluded.games, white = m.white + excluded.white, draws = m.draws + excluded.draws,
      black = m.black + excluded.black, rating_sum = m.rating_sum + excluded.rating_sum,
      rated_games = m.rated_games + excluded.rated_games, last_played = greatest(m.last_played, excluded.last_played)`
}

async function writeLaterPositions(tx: Tx, counted: readonly Counted[]): Promise<void> {
  const rows = counted.flatMap(({ game, later }) =>
    countedUnder(game).flatMap((player_id) =>
      [...later].map((position) => ({
        player_id,
        position: `${position}`,
        ended_at: game.endedAt,
        game_id: game.id,
      })),
    ),
  )
  await tx.$executeRaw`
    INSERT INTO later_positions (player_id, position, ended_at, game_id)
    SELECT player_id, position, ended_at, game_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (player_id int, position bigint, ended_at timestamptz, game_id int)`
}
