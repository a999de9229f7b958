import { MAX_ANALYSIS_BYTES, MAX_GUEST_ANALYSIS_BYTES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { MoveTree } from '@tegenzet/rules'
import { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { readRow } from '../../store/read-rows.ts'
import type { Db, Tx } from '../../store/transaction.ts'

export type Owner = Pick<Caller, 'accountId' | 'playerId' | 'guest'>

/** A tree from its stored JSON. It was checked when it was written. */
export const storedTree = ({ tree }: { tree: string }): MoveTree => JSON.parse(tree) as MoveTree

/** How much a player's trees may take. */
export const maxBytes = ({ guest }: Pick<Owner, 'guest'>): number =>
  guest ? MAX_GUEST_ANALYSIS_BYTES : MAX_ANALYSIS_BYTES

/** How much a player's trees take. */
export async function bytesOf(db: Db, playerId: number): Promise<number> {
  const sum = await readRow(
    db,
    z.object({ bytes: z.bigint().transform(Number) }),
    Prisma.sql`
      SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM (
        SELECT bytes FROM game_analyses WHERE player_id = ${playerId}
        UNION ALL SELECT bytes FROM analyses WHERE player_id = ${playerId}
      ) own`,
  )
  return sum.bytes
}

/** Refuses what exceeds a player's storage. The player's account is locked. @param more bytes, negative if a tree shrinks */
export async function refuseMoreBytes(
  tx: Tx,
  owner: Pick<Owner, 'playerId' | 'guest'>,
  more: number,
): Promise<Refused | null> {
  if (more <= 0) return null
  const max = maxBytes(owner)
  const used = await bytesOf(tx, owner.playerId)
  return used + more <= max
    ? null
    : refuse(
        'limit-reached',
        `Your analyses may take ${max} bytes, and take ${used} already. Delete some of them, or cut this one.`,
      )
}
