import { ok, type Result } from '@tegenzet/common'
import { type Player, playerSchema, type searchPlayersQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import { withMainRatings } from '../../play/ratings-beside-names/with-ratings.ts'
import type { Refusal } from '../../refusal.ts'
import { findByName } from '../../store/find-by-name.ts'
import type { Page } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const rowSchema = z.object({ id: z.int(), player: playerSchema })

/** Players whose name contains the query. */
export async function searchPlayers(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { query, limit, cursor }: z.output<typeof searchPlayersQuery>,
): Promise<Result<Page<Player>, Refusal>> {
  const at = now()
  const found = await findByName(db, 'player', {
    sought: query,
    limit,
    cursor,
    condition: Prisma.sql`NOT ${isSanctioned(Prisma.sql`owner.id`, 'close', at)}`,
    read: (ids) =>
      readRows(
        db,
        rowSchema,
        Prisma.sql`
          SELECT player.id, ${playerColumns('player')} FROM players player WHERE player.id = ANY(${[...ids]}::int[])`,
      ),
  })
  if (!found.ok) return found
  const players = found.value.items.map(({ player }) => player)
  return ok({ ...found.value, items: await withMainRatings(db, players, at) })
}
