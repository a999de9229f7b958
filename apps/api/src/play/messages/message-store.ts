import type { Message } from '@tegenzet/contract'
import type { MessageModel } from '@tegenzet/db'
import type { Db } from '../../store/transaction.ts'

/** Messages that belong to draw offers and their answers. */
export const OFFER_KINDS: MessageModel['kind'][] = ['offer', 'decline']

interface MessageFilter {
  kinds?: MessageModel['kind'][]
  order?: 'oldest' | 'newest'
  /** Only those after the message with this id, in that order. */
  after?: number | undefined
  limit?: number
}

/** The messages of a game. */
export async function readMessages(
  db: Db,
  gameId: number,
  { kinds, order = 'oldest', after, limit }: MessageFilter,
): Promise<Message[]> {
  const newest = order === 'newest'
  const rows = await db.message.findMany({
    where: {
      gameId,
      ...(kinds && { kind: { in: kinds } }),
      ...(after !== undefined && { id: newest ? { lt: after } : { gt: after } }),
    },
    orderBy: { id: newest ? 'desc' : 'asc' },
    ...(limit !== undefined && { take: limit }),
  })
  return rows.map(messageView)
}

export const messageView = ({ gameId, offerId, createdAt, days, ...row }: MessageModel): Message => ({
  ...row,
  game: gameId,
  offer: offerId,
  ...(days !== null && { kind: 'gift', days }),
  createdAt: createdAt.toISOString(),
})
