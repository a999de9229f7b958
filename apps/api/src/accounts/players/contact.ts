import type { Player } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { type Refused, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** Whether two players can contact each other, from one player's view. */
export interface Contact {
  /** Who has blocked the other: `mine` if this player has. */
  blocked: 'mine' | 'theirs' | null
  /** The block count of each of the two. `blocked` stays true until one of the counts changes. */
  counts: readonly { id: number; blocks: number }[]
}

const contactRowSchema = z.object({ id: z.int(), blocks: z.int(), hasBlockedOther: z.boolean() })

export async function readContact(db: Db, playerId: number, otherId: number): Promise<Contact> {
  const ids = [playerId, otherId]
  const both = await readRows(
    db,
    contactRowSchema,
    Prisma.sql`
      SELECT p.id, p.block_count AS blocks, EXISTS (
        SELECT FROM blocks b WHERE b.player_id = p.id AND b.blocked_id = ANY(${ids}::int[])
      ) AS "hasBlockedOther"
      FROM players p WHERE p.id = ANY(${ids}::int[])`,
  )
  const blocking = both.filter(({ hasBlockedOther }) => hasBlockedOther).map(({ id }) => id)
  const blocked = blocking.includes(playerId) ? 'mine' : blocking.length > 0 ? 'theirs' : null
  return { blocked, counts: both.map(({ id, blocks }) => ({ id, blocks })) }
}

/** Whether one of two players, each an SQL expression, has blocked the other. */
export const blockBetween = (one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
    SELECT FROM blocks WHERE (player_id, blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`

/** Why a player cannot contact another, if so. It does not tell a blocked player that they are blocked. */
export function contactRefused(
  { blocked }: Contact,
  { username }: Pick<Player, 'username'>,
  what: 'challenges' | 'messages' | 'invitations',
): Refused | null {
  if (blocked === 'mine') return refuse('player-blocked', `You have blocked ${username}: unblock them first.`)
  if (blocked === 'theirs') return refuse('contact-refused', `${username} does not accept ${what} from you.`)
  return null
}
