import { Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'

/** Claimed games may go on. The condition of `games_pair_idx` and of the indexes for exports. */
export const HAS_ENDED = Prisma.sql`turn IS NULL`

/**
 * Whether a game has ended, in which a player had `side` against an opponent: by `games_pair_idx`. The key of both players
 * is one expression, so that no plan can look up one of them, who may have thousands of games, and filter by the other.
 */
export function isEndedGameOf(player: number, opponent: number, side: Side): Prisma.Sql {
  const [white, black] = side === 'white' ? [player, opponent] : [opponent, player]
  return Prisma.sql`${HAS_ENDED} AND (white_id::bigint << 32 | black_id) = (${white}::bigint << 32 | ${black}::int)`
}
