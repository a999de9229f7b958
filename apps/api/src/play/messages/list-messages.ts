import { type listMessagesQuery, MESSAGE_KINDS, MESSAGE_SORTS, type Message } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { gameNotFound, notAPlayer } from '../game/endings.ts'
import { readGame, sideOf } from '../game/game-store.ts'
import { OFFER_KINDS, readMessages } from '../game/message-store.ts'

export interface ListMessages extends z.output<typeof listMessagesQuery> {
  game: number
  playerId: number
}

/** The last message of a page, with the order it is of: a cursor of one order is none of the other. */
const cursorSchema = z.tuple([z.enum(MESSAGE_SORTS), keyId])

/** What the two players of a game wrote to each other, for them alone. */
export async function listMessages(
  { database }: Deps,
  { game: id, playerId, about, sort, limit, cursor: given }: ListMessages,
): Promise<Result<Page<Message>, Refusal>> {
  const cursor = decodeCursor(given, cursorSchema)
  if (!cursor.ok) return cursor
  const [cursorSort, after] = cursor.value ?? []
  if (cursorSort && cursorSort !== sort)
    return refuse('validation', `The cursor is not of a list by ${sort}.`)
  const game = await readGame(database, id)
  if (!game) return gameNotFound(id)
  if (!sideOf(game, playerId)) return notAPlayer
  const order = sort === '-createdAt' ? 'newest' : 'oldest'
  const rows = await readMessages(database, game.id, {
    kinds: about ? OFFER_KINDS : MESSAGE_KINDS,
    order,
    after,
    limit: limit + 1,
  })
  return ok(
    pageOf(
      rows,
      limit,
      (message) => [sort, message.id],
      (message) => message,
    ),
  )
}
