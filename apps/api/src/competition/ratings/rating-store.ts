import type { GameRatings } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Rating } from '@tegenzet/ratings'
import { type RuleSetId, SIDES } from '@tegenzet/rules'
import type { GameRow } from '../../play/game/game.ts'
import type { Db } from '../../store/transaction.ts'

/** A player's rating in one rule set, as stored. */
export interface PlayerRating extends Rating {
  games: number
  /** The highest rating while it was not provisional. */
  best: number | null
  lastGameAt: Date
}

/** A player's new rating. */
export interface NewRating extends PlayerRating {
  playerId: number
  kind: 'human' | 'bot'
}

/** The ratings of players in a rule set. Players without a rated game have none. */
export async function readRatings(
  db: Db,
  rules: RuleSetId,
  playerIds: readonly number[],
): Promise<Map<number, PlayerRating>> {
  const rows = await db.playerRating.findMany({ where: { rules, playerId: { in: [...playerIds] } } })
  return new Map(rows.map(({ playerId, rules: _rules, kind: _kind, ...rating }) => [playerId, rating]))
}

/** Writes what a game did to both ratings. A new game gets the next sequence number. */
export const writeGameRatings = (
  db: Db,
  game: Pick<GameRow, 'id' | 'rules' | 'white' | 'black'>,
  ratings: GameRatings,
): Promise<number> => db.$executeRaw`
    INSERT INTO game_ratings (game_id, side, sequence, player_id, rules, rating_before, deviation_before,
      volatility_before, rating_after, deviation_after, volatility_after)
    SELECT ${game.id}::int, v.side, (SELECT coalesce(max(sequence), 0) + 1 FROM game_ratings), v.player_id, ${game.rules},
      rating_before, deviation_before, volatility_before, rating_after, deviation_after, volatility_after
    FROM (VALUES ${Prisma.join(
      SIDES.map((side) => {
        const { before, after } = ratings[side]
        return Prisma.sql`(${side}::side, ${game[side].id}::int, ${values(before)}, ${values(after)})`
      }),
    )}) AS v (side, player_id, rating_before, deviation_before, volatility_before, rating_after, deviation_after,
      volatility_after)
    ON CONFLICT (game_id, side) DO UPDATE SET rating_before = excluded.rating_before,
      deviation_before = excluded.deviation_before, volatility_before = excluded.volatility_before,
      rating_after = excluded.rating_after, deviation_after = excluded.deviation_after,
      volatility_after = excluded.volatility_after`

const values = ({ rating, deviation, volatility }: Rating): Prisma.Sql =>
  Prisma.sql`${rating}::float8, ${deviation}::float8, ${volatility}::float8`

/** Writes the ratings of players in a rule set. */
export async function writeRatings(db: Db, rules: RuleSetId, ratings: readonly NewRating[]): Promise<void> {
  for (const { playerId, ...rating } of ratings)
    await db.playerRating.upsert({
      where: { playerId_rules: { playerId, rules } },
      create: { playerId, rules, ...rating },
      update: rating,
      select: { playerId: true },
    })
}
