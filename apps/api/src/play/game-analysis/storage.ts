import { ANALYSIS_WRITES_A_DAY, MAX_ANALYSIS_BYTES, MAX_GUEST_ANALYSIS_BYTES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { MoveTree } from '@tegenzet/trees'
import { z } from 'zod'
import { countAmount } from '../../accounts/limits/rate-counters.ts'
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

const DAY_MS = 86_400_000

interface TreeWrite {
  /** The tree, as JSON. A save writes all of it. */
  bytes: number
  /** Of the tree that it replaces. */
  replaced: number
  at: Date
}

/** Refuses a tree that exceeds the player's storage, or what a day allows to write. The player's account is locked. */
export async function refuseTree(
  tx: Tx,
  owner: Owner,
  { bytes, replaced, at }: TreeWrite,
): Promise<Refused | null> {
  const max = maxBytes(owner)
  if (bytes > replaced) {
    const used = await bytesOf(tx, owner.playerId)
    if (used + bytes - replaced > max)
      return refuse(
        'limit-reached',
        `Your analyses may take ${max} bytes, and take ${used} already. Delete some of them, or cut this one.`,
      )
  }
  const daily = {
    key: ['analysis-bytes', `${owner.accountId}`],
    max: max * ANALYSIS_WRITES_A_DAY,
    windowMs: DAY_MS,
  }
  const counted = await countAmount(
    { now: () => at },
    tx,
    daily,
    bytes,
    `Saving analyses may write ${daily.max} bytes in a day, and each save writes the whole tree.`,
  )
  return counted.ok ? null : counted
}
