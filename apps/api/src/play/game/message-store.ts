import { MESSAGE_KINDS, type Message } from '@tegenzet/contract'
import { type MessageModel, Prisma } from '@tegenzet/db'
import type { Tx } from '../../store/transaction.ts'

/** Inserts the messages of a change, as a part of the statement that changes the game. */
export const newMessages = (
  messages: readonly Message[],
  now: Date,
): Prisma.Sql => Prisma.sql`, new_messages AS (
      INSERT INTO messages (id, game_id, by, ply, kind, offer_id, text, created_at)
      SELECT m.id, changed.id, m.by::side, m.ply, m.kind::message_kind, m.offer_id, m.text, ${now}::timestamptz
      FROM changed, (VALUES ${Prisma.join(messages.map(valuesOf))}) AS m (id, by, ply, kind, offer_id, text)
    )`

const valuesOf = ({ id, by, ply, kind, offer, text }: Message): Prisma.Sql =>
  Prisma.sql`(${id}::int, ${by}, ${ply}::int, ${kind}, ${offer}::int, ${text})`

/** Messages that belong to draw offers and their answers. */
export const OFFER_KINDS: Message['kind'][] = ['offer', 'decline']

interface MessageFilter {
  kinds?: Message['kind'][]
  order?: 'oldest' | 'newest'
  /** Only those after the message with this id, in that order. */
  after?: number | undefined
  limit?: number
}

/** The messages of a game. */
export async function readMessages(
  tx: Tx,
  gameId: number,
  { kinds = [...MESSAGE_KINDS], order = 'oldest', after, limit }: MessageFilter,
): Promise<Message[]> {
  const newest = order === 'newest'
  const rows = await tx.message.findMany({
    where: {
      gameId,
      kind: { in: kinds },
      ...(after !== undefined && { id: newest ? { lt: after } : { gt: after } }),
    },
    orderBy: { id: newest ? 'desc' : 'asc' },
    ...(limit !== undefined && { take: limit }),
  })
  return rows.map(messageView)
}

export const messageView = ({ gameId, offerId, createdAt, ...row }: MessageModel): Message => ({
  ...row,
  game: gameId,
  offer: offerId,
  createdAt: createdAt.toISOString(),
})
