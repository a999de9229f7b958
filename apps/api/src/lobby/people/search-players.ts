import { ok, type Result } from '@tegenzet/common'
import { type Player, playerSchema, type searchPlayersQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import { withMainRatings } from '../../play/ratings-beside-names/with-ratings.ts'
import type { Refusal } from '../../refusal.ts'
import { findByName, inFoundOrder, keyOfFound, nameKey } from '../../store/find-by-name.ts'
import { decodeCursor, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const rowSchema = z.object({ id: z.int(), player: playerSchema })

/** Players whose name contains the query. */
export async function searchPlayers(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { query, limit, cursor }: z.output<typeof searchPlayersQuery>,
): Promise<Result<Page<Player>, Refusal>> {
  const after = decodeCursor(cursor, nameKey)
  if (!after.ok) return after
  const at = now()
  const found = await findByName(db, 'player', query, {
    after: after.value,
    limit,
    condition: Prisma.sql`NOT ${isSanctioned(Prisma.sql`owner.id`, 'close', at)}`,
  })
  const page = pageOf(found, limit, keyOfFound, ({ id }) => id)
  const rows = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT player.id, ${playerColumns('player')} FROM players player WHERE player.id = ANY(${page.items}::int[])`,
  )
  const players = inFoundOrder(page.items, rows).map(({ player }) => player)
  return ok({ ...page, items: await withMainRatings(db, players, at) })
}
