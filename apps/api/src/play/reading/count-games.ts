import { type countGamesQuery, type GameCounts, gameCountsSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { findPlayerId } from '../../accounts/players/find-person.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { idOf } from '../game/game-store.ts'

/** How many games a player has in each list, counted over the index of each side. */
export async function countGames(
  tx: Tx,
  username: string,
  { rules, tournament, opponent }: z.output<typeof countGamesQuery>,
): Promise<Result<GameCounts, Refusal>> {
  const player = await findPlayerId(tx, username)
  if (player === undefined) return refuse('not-found', `There is no player ${username}.`)
  // no player has the id 0, so an unknown opponent gives zeros
  const other = opponent === undefined ? null : ((await findPlayerId(tx, opponent)) ?? 0)
  const ofKind = Prisma.sql`${rules ? Prisma.sql`AND rules = ${rules}` : Prisma.empty}
    ${tournament ? Prisma.sql`AND tournament_id = ${idOf(tournament)}` : Prisma.empty}`
  const against = (opponentId: Prisma.Sql) =>
    other === null ? Prisma.empty : Prisma.sql`AND ${opponentId} = ${other}`
  const [counts] = await readRows(
    tx,
    gameCountsSchema,
    Prisma.sql`
    SELECT count(*) FILTER (WHERE status = 'active' AND turn = side)::int AS "toMove",
      count(*) FILTER (WHERE status = 'active' AND turn <> side)::int AS waiting,
      count(*) FILTER (WHERE status = 'claimed')::int AS claimed,
      count(*) FILTER (WHERE status = 'finished')::int AS finished,
      count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
    FROM (
      SELECT status, turn, 'white'::side AS side FROM games
      WHERE white_id = ${player} ${ofKind} ${against(Prisma.sql`black_id`)}
      UNION ALL
      SELECT status, turn, 'black'::side FROM games
      WHERE black_id = ${player} ${ofKind} ${against(Prisma.sql`white_id`)}
    ) g`,
  )
  return ok(counts!)
}
