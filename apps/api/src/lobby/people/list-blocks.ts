import type { Result } from '@tegenzet/common'
import type { Block } from '@tegenzet/contract'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'

/** The players whom a player has blocked, newest first. */
export const listBlocks = (
  db: Db,
  { playerId }: Caller,
  query: { limit: number; cursor?: string | undefined },
): Promise<Result<Page<Block>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.block.findMany({
        ...page,
        where: { ...where, playerId },
        select: { id: true, createdAt: true, blocked: PLAYER },
      }),
    ({ blocked: player, createdAt }) => ({ player, createdAt: createdAt.toISOString() }),
  )
