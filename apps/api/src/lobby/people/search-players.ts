import { ok, type Result } from '@tegenzet/common'
import { type Player, playerSchema, type searchPlayersQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { NAME_KEY, nameStartsWith } from '../../accounts/players/name-start.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import { withMainRatings } from '../../play/ratings-beside-names/with-ratings.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyName, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const rowSchema = z.object({ player: playerSchema })

/** Players whose name starts with the query. A range of a partial index; its condition must be repeated as a literal. */
export async function searchPlayers(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { query, limit, cursor }: z.output<typeof searchPlayersQuery>,
): Promise<Result<Page<Player>, Refusal>> {
  const after = decodeCursor(cursor, keyName)
  if (!after.ok) return after
  const at = now()
  const sought = query.trim().toLowerCase()
  const rows = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${playerColumns('player')} FROM players player
      WHERE player.kind IN ('human', 'bot')
        AND ${nameStartsWith(sought)}
        ${after.value === undefined ? Prisma.empty : Prisma.sql`AND ${NAME_KEY} > ${after.value}`}
        AND NOT ${isSanctioned(Prisma.sql`player.id`, 'close', at)}
      ORDER BY ${NAME_KEY} LIMIT ${limit + 1}`,
  )
  const page = pageOf(
    rows,
    limit,
    ({ player }) => player.username.toLowerCase(),
    ({ player }) => player,
  )
  return ok({ ...page, items: await withMainRatings(db, page.items, at) })
}
