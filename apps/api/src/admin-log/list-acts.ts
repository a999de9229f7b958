import type { Result } from '@tegenzet/common'
import { ACT_KINDS, type AdminAct, type listAdminActsQuery } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Caller } from '../http/caller.ts'
import type { Refusal } from '../refusal.ts'
import { decodePlayer, oneOf, PLAYER } from '../store/decode.ts'
import { newestFirst } from '../store/newest-first.ts'
import type { Page } from '../store/page.ts'
import type { Db } from '../store/transaction.ts'

const WITH_PLAYERS = { by: PLAYER, player: PLAYER } satisfies Prisma.AdminActInclude
type ActRow = Prisma.AdminActGetPayload<{ include: typeof WITH_PLAYERS }>

/** The log of admin acts, newest first, without rulings on reports about the reader. */
export const listActs = (
  db: Db,
  { playerId: readerId }: Caller,
  { player, by, ...query }: z.output<typeof listAdminActsQuery>,
): Promise<Result<Page<AdminAct>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.adminAct.findMany({
        ...page,
        where: {
          ...where,
          ...(player && { player: { usernameKey: player.toLowerCase() } }),
          ...(by && { by: { usernameKey: by.toLowerCase() } }),
          NOT: { kind: 'report-ruled', playerId: readerId },
        },
        include: WITH_PLAYERS,
      }),
    actView,
  )

const actView = ({ id, kind, by, player, reason, details, createdAt }: ActRow): AdminAct => ({
  id,
  kind: oneOf(ACT_KINDS, kind),
  reason,
  by: by && decodePlayer(by),
  player: player && decodePlayer(player),
  details: details as AdminAct['details'],
  at: createdAt.toISOString(),
})
