import { ok, type Result } from '@tegenzet/common'
import type { Message } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'
import { z } from 'zod'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import { contactBarred } from '../../accounts/players/contact.ts'
import type { Deps } from '../../deps.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { OwnGame } from '../game/on-game.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { countFirstMessage, messagesBlocked } from './messages-blocked.ts'

interface SendMessage {
  game: number
  playerId: number
  text: string
  arrivedAt: Date
}

const MINUTE_MS = 60_000

/** Sends a message in a game, running or finished. The game itself does not change. */
export async function sendMessage(
  deps: Deps,
  db: Db,
  command: SendMessage,
): Promise<Result<Message, Refusal>> {
  const { playerId, text, arrivedAt } = command
  const found = await readOwnGame(db, command.game, playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const counted = await countAttempt(deps, db, {
    key: ['message', `${playerId}`],
    max: deps.config.limits.messages,
    windowMs: MINUTE_MS,
  })
  if (!counted.ok) return counted

  return inTransaction(db, async (tx) => {
    const first = await countFirstMessage(deps, tx, found.value)
    if (!first.ok) return first
    const written = await insertMessage(tx, game.id, side, text, arrivedAt, deps.config.limits.messagesInGame)
    if (!written) return (await messagesBlocked(tx, found.value, arrivedAt)) ?? messageLimit(deps)
    const message: Message = {
      ...written,
      game: game.id,
      by: side,
      kind: 'talk',
      offer: null,
      text,
      createdAt: arrivedAt.toISOString(),
    }
    const playerIds = [game.white.id, game.black.id]
    await append(tx, [{ event: { type: 'message', message }, playerIds }], { by: playerId, at: arrivedAt })
    return ok(message)
  })
}

/** @returns null if the player is muted, one player has blocked the other, or the limit is reached */
async function insertMessage(
  db: Db,
  gameId: number,
  by: Side,
  text: string,
  now: Date,
  limit: number,
): Promise<{ id: number; ply: number } | null> {
  const [white, black] = [Prisma.sql`white_id`, Prisma.sql`black_id`]
  const [from, to] = by === 'white' ? [white, black] : [black, white]
  const [row] = await readRows(
    db,
    z.object({ id: z.int(), ply: z.int() }),
    Prisma.sql`
    INSERT INTO messages (game_id, by, ply, kind, text, created_at)
    SELECT id, ${by}::side, ply, 'talk', ${text}, ${now}::timestamptz FROM games
    WHERE id = ${gameId} AND ${limit} > (
      SELECT count(*) FROM messages WHERE game_id = ${gameId} AND by = ${by}::side AND kind = 'talk' AND days IS NULL)
      AND NOT ${contactBarred(from, to)}
      AND NOT ${isSanctioned(from, 'mute', now)}
    RETURNING id, ply`,
  )
  return row ?? null
}

/**
 * Whether a player has reached the limit of messages in a game. Two concurrent messages may exceed it by one: the limit
 * protects against floods and need not be exact.
 */
export async function reachedMessageLimit(
  { config }: Deps,
  db: Db,
  { game, side: by }: OwnGame,
): Promise<boolean> {
  const count = await db.message.count({ where: { gameId: game.id, by, kind: 'talk', days: null } })
  return count >= config.limits.messagesInGame
}

export const messageLimit = ({ config: { limits } }: Deps) =>
  refuse('limit-reached', `You have written ${limits.messagesInGame} messages in this game, the maximum.`)
