import type { Game } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { append } from '../../outbox/append.ts'
import type { OutboxEvent } from '../../outbox/read-events.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

const settledRow = z.object({ id: z.int(), playerId: z.int(), unread: z.int() })

/**
 * Marks notifications as read that ask for something that has been done, perhaps on another device, or cannot be done any
 * more: draw offers, claims, challenges, reminders and time-outs.
 */
export async function settleNotifications(db: Db, events: readonly OutboxEvent[], now: Date): Promise<void> {
  const games = new Map<number, Game>()
  const challenges: string[] = []
  const players = new Set<number>()
  for (const { event, playerIds } of events) {
    // the last event of a game in this batch is its newest state
    if (event?.type === 'game') games.set(event.game.id, event.game)
    else if (event?.type === 'challenge' && event.challenge.state !== 'open')
      challenges.push(`challenge-received ${event.challenge.id}`)
    else continue
    for (const id of playerIds) players.add(id)
  }
  if (players.size === 0) return
  const states = [...games.values()].map(({ id, ply, status, drawOffer, openClaim }) => ({
    id,
    ply,
    active: status === 'active',
    offer: drawOffer?.id,
    claim: openClaim?.id,
  }))
  await inTransaction(db, async (tx) => {
    const settled = await readRows(
      tx,
      settledRow,
      Prisma.sql`
        WITH settled AS (
          UPDATE notifications SET read_at = ${now}::timestamptz WHERE id IN (
            SELECT n.id FROM accounts a JOIN notifications n ON n.account_id = a.id AND n.read_at IS NULL
              LEFT JOIN jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
                AS g (id int, ply int, active boolean, offer int, claim int) ON g.id = n.game_id
            WHERE a.player_id = ANY(${[...players]}::int[]) AND (
              n.key = ANY(${challenges}::text[])
              OR (g.id IS NOT NULL AND CASE n.kind
                WHEN 'draw-offered' THEN n.key IS DISTINCT FROM 'draw-offered ' || g.offer
                WHEN 'claim-filed' THEN n.key IS DISTINCT FROM 'claim-filed ' || g.claim
                WHEN 'time-out' THEN NOT g.active OR n.key IS DISTINCT FROM format('time-out %s %s', g.id, g.ply)
                WHEN 'reminder' THEN NOT g.active OR NOT starts_with(n.key, format('reminder %s %s ', g.id, g.ply))
                ELSE false END))
          ) RETURNING id, account_id
        )
        SELECT s.id, a.player_id AS "playerId", (
          SELECT count(*)::int FROM notifications n WHERE n.account_id = a.id AND n.read_at IS NULL
            AND n.id NOT IN (SELECT id FROM settled)) AS unread
        FROM settled s JOIN accounts a ON a.id = s.account_id ORDER BY s.id`,
    )
    const byPlayer = new Map<number, { ids: number[]; unread: number }>()
    for (const { id, playerId, unread } of settled) {
      const { ids } = byPlayer.get(playerId) ?? { ids: [] }
      byPlayer.set(playerId, { ids: [...ids, id], unread })
    }
    await append(
      tx,
      [...byPlayer].map(([playerId, { ids, unread }]) => ({
        event: { type: 'notices-read', 'notices-read': { upTo: null, ids, unread } },
        playerIds: [playerId],
      })),
      { by: null, at: now },
    )
  })
}
