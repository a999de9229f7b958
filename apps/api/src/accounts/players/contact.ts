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
  /** Whether the other hears from members of a club of theirs only, and this player is in none. */
  isOutsider: boolean
  /** The block count of each of the two. `blocked` stays true until one of the counts changes. */
  counts: readonly { id: number; blocks: number }[]
}

const contactRowSchema = z.object({
  id: z.int(),
  blocks: z.int(),
  hasBlockedOther: z.boolean(),
  isClosedToOther: z.boolean(),
})

export async function readContact(db: Db, playerId: number, otherId: number): Promise<Contact> {
  const ids = [playerId, otherId]
  const both = await readRows(
    db,
    contactRowSchema,
    Prisma.sql`
      SELECT p.id, p.block_count AS blocks, EXISTS (
        SELECT FROM blocks b WHERE b.player_id = p.id AND b.blocked_id = ANY(${ids}::int[])
      ) AS "hasBlockedOther", p.id = ${otherId} AND ${outsiderFor(Prisma.sql`${playerId}::int`, Prisma.sql`p.id`)} AS "isClosedToOther"
      FROM players p WHERE p.id = ANY(${ids}::int[])`,
  )
  const blocking = both.filter(({ hasBlockedOther }) => hasBlockedOther).map(({ id }) => id)
  const blocked = blocking.includes(playerId) ? 'mine' : blocking.length > 0 ? 'theirs' : null
  const isOutsider = both.some(({ isClosedToOther }) => isClosedToOther)
  return { blocked, isOutsider, counts: both.map(({ id, blocks }) => ({ id, blocks })) }
}

/** Whether one of two players, each an SQL expression, has blocked the other. */
const blockBetween = (one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
    SELECT FROM blocks WHERE (player_id, blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`

/**
 * Whether a player hears from members of a club of theirs only, and another is in none. Both are SQL expressions. Members
 * whom staff have added without a club hear from each other.
 */
const outsiderFor = (from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
    SELECT FROM accounts receiver LEFT JOIN managed_accounts managed ON managed.account_id = receiver.id
    WHERE receiver.player_id = ${to} AND receiver.clubs_only
      AND NOT EXISTS (
        SELECT FROM club_members own JOIN club_members other ON other.club_id = own.club_id
        WHERE own.player_id = ${to} AND other.player_id = ${from})
      AND NOT EXISTS (
        SELECT FROM accounts sender JOIN managed_accounts alike ON alike.account_id = sender.id
        WHERE sender.player_id = ${from} AND alike.club_id IS NULL
          AND managed.account_id IS NOT NULL AND managed.club_id IS NULL))`

/** Whether a player may not contact another, each an SQL expression: `contactRefused` says why. */
export const contactBarred = (from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${blockBetween(from, to)} OR ${outsiderFor(from, to)})`

/** Why a player cannot contact another, if so. It does not tell a blocked player that they are blocked. */
export function contactRefused(
  { blocked, isOutsider }: Contact,
  { username }: Pick<Player, 'username'>,
  what: 'challenges' | 'messages' | 'invitations',
): Refused | null {
  if (blocked === 'mine') return refuse('player-blocked', `You have blocked ${username}: unblock them first.`)
  if (blocked === 'theirs') return refuse('contact-refused', `${username} does not accept ${what} from you.`)
  if (isOutsider)
    return refuse('contact-refused', `${username} accepts ${what} only from members of the same club.`)
  return null
}
