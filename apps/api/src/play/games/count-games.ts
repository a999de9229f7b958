import type { countGamesQuery, GameCounts } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { findPlayer } from './list-games.ts'

/** How many games a player has of each kind that is listed apart, counted over the indexes of either side. */
export async function countGames(
  { database: { prisma } }: Deps,
  username: string,
  { rules, opponent }: z.output<typeof countGamesQuery>,
): Promise<Result<GameCounts, Refusal>> {
  const player = await findPlayer(prisma, username)
  if (player === undefined) return refuse('not-found', `There is no player ${username}.`)
  // against nobody there are no games: no player has the id 0
  const other = opponent === undefined ? null : ((await findPlayer(prisma, opponent)) ?? 0)
  const ofRules = rules ? Prisma.sql`AND rules = ${rules}` : Prisma.empty
  const against = (opponentId: Prisma.Sql) =>
    other === null ? Prisma.empty : Prisma.sql`AND ${opponentId} = ${other}`
  const [counts] = await prisma.$queryRaw<[GameCounts]>`
    SELECT count(*) FILTER (WHERE status = 'active' AND turn = side)::int AS "toMove",
      count(*) FILTER (WHERE status = 'active' AND turn <> side)::int AS waiting,
      count(*) FILTER (WHERE status = 'claimed')::int AS claimed,
      count(*) FILTER (WHERE status = 'finished')::int AS finished,
      count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
    FROM (
      SELECT status, turn, 'white'::side AS side FROM games
      WHERE white_id = ${player} ${ofRules} ${against(Prisma.sql`black_id`)}
      UNION ALL
      SELECT status, turn, 'black'::side FROM games
      WHERE black_id = ${player} ${ofRules} ${against(Prisma.sql`white_id`)}
    ) g`
  return ok(counts)
}
