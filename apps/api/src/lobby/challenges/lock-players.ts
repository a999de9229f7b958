import type { Player } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Contact } from '../../accounts/players/contact.ts'
import { runSql, type Tx } from '../../store/transaction.ts'

/** A player as read before. `vacationsVersion` and `blockCount` are compared only if they are set. */
interface ReadPlayer extends Pick<Player, 'id' | 'kind'> {
  vacationsVersion?: number
  blockCount?: number | undefined
}

/**
 * Locks players until the end of the transaction, so that none of them becomes a bot, changes a vacation, blocks
 * somebody or is sanctioned meanwhile.
 * @returns false if one of them has changed since it was read
 */
export async function lockPlayers(tx: Tx, players: readonly ReadPlayer[]): Promise<boolean> {
  const unchanged = players.map(
    ({ id, kind, vacationsVersion = null, blockCount = null }) => Prisma.sql`(id = ${id}
      AND kind = ${kind}::player_kind
      AND vacations_version = coalesce(${vacationsVersion}::int, vacations_version)
      AND block_count = coalesce(${blockCount}::int, block_count))`,
  )
  const locked = await runSql(
    tx,
    Prisma.sql`
    SELECT id FROM players WHERE ${Prisma.join(unchanged, ' OR ')} ORDER BY id FOR SHARE`,
  )
  return locked.length === players.length
}

/** Adds what must not change for `contact` to stay true. */
export const withBlockCount = <P extends Pick<Player, 'id'>>(player: P, contact: Contact | undefined) => ({
  ...player,
  blockCount: contact?.counts.find(({ id }) => id === player.id)?.blocks,
})
