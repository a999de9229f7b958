import { ok, type Result } from '@tegenzet/common'
import { type listMessagesQuery, MESSAGE_SORTS, type Message } from '@tegenzet/contract'
import { z } from 'zod'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import { OFFER_KINDS, readMessages } from './message-store.ts'

interface ListMessages extends z.output<typeof listMessagesQuery> {
  game: number
  playerId: number
}

/** The id of a page's last message, with its sort order: a cursor works for one order only. */
const cursorSchema = z.tuple([z.enum(MESSAGE_SORTS), keyId])

/** The messages between the players of a game, for these two only. */
export async function listMessages(
  db: Db,
  { game: id, playerId, about, sort, limit, cursor: given }: ListMessages,
): Promise<Result<Page<Message>, Refusal>> {
  const cursor = decodeCursor(given, cursorSchema)
  if (!cursor.ok) return cursor
  const [cursorSort, after] = cursor.value ?? []
  if (cursorSort && cursorSort !== sort)
    return refuse('validation', `The cursor belongs to a list with another order than ${sort}.`)
  const found = await readOwnGame(db, id, playerId)
  if (!found.ok) return found
  const order = sort === '-createdAt' ? 'newest' : 'oldest'
  const rows = await readMessages(db, id, {
    ...(about && { kinds: OFFER_KINDS }),
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
