import type { Message } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import { gameNotFound, notAPlayer } from '../games/endings.ts'
import { idOf, readGame, sideOf } from '../games/game-row.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../page.ts'
import type { Refusal } from '../refusal.ts'

export interface ListMessages {
  game: number
  playerId: number
  limit: number
  cursor?: string | undefined
}

/** What the two players of a game wrote to each other, for them alone. */
export async function listMessages(
  { database }: Deps,
  command: ListMessages,
): Promise<Result<Page<Message>, Refusal>> {
  const { playerId, limit } = command
  const after = decodeCursor(command.cursor, keyId)
  if (!after.ok) return after
  const game = await readGame(database, command.game)
  if (!game) return gameNotFound(command.game)
  if (!sideOf(game, playerId)) return notAPlayer
  const rows = await readMessages(database, game.id, after.value ?? 0, limit + 1)
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      (message) => message,
    ),
  )
}

/** A game's messages after one, oldest first. */
export async function readMessages(
  { prisma }: Database,
  gameId: number,
  afterId = 0,
  limit?: number,
): Promise<Message[]> {
  const rows = await prisma.$queryRaw<(Omit<Message, 'createdAt'> & { createdAt: Date })[]>`
    SELECT id, game_id AS game, by::text, ply, kind::text, offer_id AS offer, text, created_at AS "createdAt"
    FROM messages WHERE game_id = ${idOf(gameId)} AND id > ${afterId} ORDER BY id
    ${limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`}`
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
