import type { Player } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import { type Refusal, refuse } from '../../refusal.ts'

/** What two players are to each other, for one of them. */
export interface Contact {
  /** Who has blocked the other; `mine` where both have. */
  blocked: 'mine' | 'theirs' | null
  /** How often each of the two has blocked somebody: while these stand, so does `blocked`. */
  counts: readonly { id: number; blocks: number }[]
}

export async function readContact(
  { prisma }: Pick<Database, 'prisma'>,
  playerId: number,
  otherId: number,
): Promise<Contact> {
  const both = await prisma.$queryRaw<{ id: number; blocks: number; blocksOther: boolean }[]>`
    SELECT p.id, p.block_count AS blocks, EXISTS (
      SELECT FROM blocks b WHERE b.player_id = p.id AND b.blocked_id = ANY(${[playerId, otherId]}::int[])
    ) AS "blocksOther"
    FROM players p WHERE p.id = ANY(${[playerId, otherId]}::int[])`
  const blocking = both.filter(({ blocksOther }) => blocksOther).map(({ id }) => id)
  const blocked = blocking.includes(playerId) ? 'mine' : blocking.length > 0 ? 'theirs' : null
  return { blocked, counts: both.map(({ id, blocks }) => ({ id, blocks })) }
}

/** Players with their counts, which must stand for what was read of them to be so (`holdPlayers`). */
export const countedBlocks = <P extends { id: number }>(
  players: readonly P[],
  contact: Contact | undefined,
) =>
  players.map((player) => ({
    ...player,
    blockCount: contact?.counts.find(({ id }) => id === player.id)?.blocks,
  }))

/** Whether one of two players, each an expression, has blocked the other. */
export const blockBetween = (one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
    SELECT FROM blocks WHERE (player_id, blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`

/**
 * Why a player gets nothing through to another, if so. Whoever is blocked is told no more than that: it could be any
 * wish of the other's.
 */
export function contactRefused(
  { blocked }: Contact,
  { username }: Pick<Player, 'username'>,
  what: 'challenges' | 'messages',
): { ok: false; error: Refusal } | null {
  if (blocked === 'mine') return refuse('player-blocked', `You have blocked ${username}: unblock them first.`)
  if (blocked === 'theirs') return refuse('contact-refused', `${username} takes no ${what} from you.`)
  return null
}
