import type { Message } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result, type Side } from '@tegenzet/rules'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import { blockBetween } from '../../accounts/people/contact.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { gameNotFound, notAPlayer } from '../game/endings.ts'
import { type GameRow, readGame, sideOf } from '../game/game-store.ts'
import { wordsRefused } from './messages-refused.ts'

export interface SendMessage {
  game: number
  playerId: number
  text: string
  arrivedAt: Date
}

const MINUTE_MS = 60_000

/**
 * Says something in a game, whatever has become of it. The message and the event that tells of it are one statement.
 * The game itself does not change: it is the same for every reader, and this is for two.
 */
export async function sendMessage(deps: Deps, command: SendMessage): Promise<Result<Message, Refusal>> {
  const { playerId, text, arrivedAt } = command
  const { config, database, live } = deps
  const game = await readGame(database, command.game)
  if (!game) return gameNotFound(command.game)
  const by = sideOf(game, playerId)
  if (!by) return notAPlayer
  const counted = await countAttempt(deps, {
    of: ['message', `${playerId}`],
    most: config.limits.messages,
    windowMs: MINUTE_MS,
  })
  if (!counted.ok) return counted

  const playerIds = [game.white.id, game.black.id]
  const draft = {
    game: game.id,
    by,
    kind: 'talk',
    offer: null,
    text,
    createdAt: arrivedAt.toISOString(),
  } as const
  const [written] = await database.prisma.$queryRaw<{ id: number; ply: number; eventId: bigint }[]>`
    WITH written AS (
      INSERT INTO messages (game_id, by, ply, kind, text, created_at)
      SELECT id, ${by}::side, ply, 'talk', ${text}, ${arrivedAt}::timestamptz FROM games
      WHERE id = ${game.id} AND ${config.limits.messagesInGame} > (
        SELECT count(*) FROM messages WHERE game_id = ${game.id} AND by = ${by}::side AND kind = 'talk')
        AND NOT ${blockBetween(Prisma.sql`white_id`, Prisma.sql`black_id`)}
      RETURNING id, ply
    ), told AS (
      INSERT INTO events (type, game_id, player_ids, actor_id, payload, created_at)
      SELECT 'message', ${game.id}, ${playerIds}::int[], ${playerId}::int,
        ${JSON.stringify(draft)}::jsonb || jsonb_build_object('id', id, 'ply', ply), ${arrivedAt}::timestamptz
      FROM written
      RETURNING id
    )
    SELECT written.id, ply, told.id AS "eventId" FROM written, told`
  if (!written) return (await wordsRefused(deps, game, by)) ?? saidEnough(deps)
  const message: Message = { id: written.id, ply: written.ply, ...draft }
  live.announce({ id: Number(written.eventId), type: 'message', message }, playerIds)
  return ok(message)
}

/**
 * Whether a player has said as much in a game as may be. Of two messages at once both may be the last: the limit is
 * there against a flood, not to be exact.
 */
export async function hasSaidEnough({ config, database }: Deps, game: GameRow, by: Side): Promise<boolean> {
  const said = await database.prisma.message.count({ where: { gameId: game.id, by, kind: 'talk' } })
  return said >= config.limits.messagesInGame
}

export const saidEnough = ({ config: { limits } }: Deps) =>
  refuse(
    'limit-reached',
    `You have written ${limits.messagesInGame} messages in this game, the most there may be.`,
  )
