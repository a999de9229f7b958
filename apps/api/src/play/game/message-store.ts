import type { Message } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'

/** A number for a message about to be written: drawn first, so that its event can show it. */
export async function nextMessageId({ prisma }: Database): Promise<number> {
  const [next] = await prisma.$queryRaw<[{ id: number }]>`SELECT nextval('messages_id_seq')::int AS id`
  return next.id
}

/** What is said along with a change of a game: a part of the statement that makes it. */
export const messageRows = (messages: readonly Message[], now: Date): Prisma.Sql => Prisma.sql`, written AS (
      INSERT INTO messages (id, game_id, by, ply, kind, offer_id, text, created_at)
      SELECT m.id, changed.id, m.by::side, m.ply, m.kind::message_kind, m.offer_id, m.text, ${now}::timestamptz
      FROM changed, (VALUES ${Prisma.join(messages.map(valuesOf))}) AS m (id, by, ply, kind, offer_id, text)
    )`

const valuesOf = ({ id, by, ply, kind, offer, text }: Message): Prisma.Sql =>
  Prisma.sql`(${id}::int, ${by}, ${ply}::int, ${kind}, ${offer}::int, ${text})`

/** What is said with draw offers and their answers. */
export const OFFER_KINDS: readonly Message['kind'][] = ['offer', 'decline']

interface Wanted {
  /** Of these only. */
  kinds: readonly Message['kind'][]
  order?: 'oldest' | 'newest'
  /** Those that come after the message with this id in that order. */
  after?: number | undefined
  limit?: number
}

/** What was said in a game. */
export async function readMessages(
  { prisma }: Database,
  gameId: number,
  { kinds, order = 'oldest', after, limit }: Wanted,
): Promise<Message[]> {
  const newest = order === 'newest'
  const filters = [
    Prisma.sql`game_id = ${gameId}`,
    Prisma.sql`kind::text = ANY(${[...kinds]})`,
    ...(after === undefined ? [] : [newest ? Prisma.sql`id < ${after}` : Prisma.sql`id > ${after}`]),
  ]
  const rows = await prisma.$queryRaw<(Omit<Message, 'createdAt'> & { createdAt: Date })[]>`
    SELECT id, game_id AS game, by::text, ply, kind::text, offer_id AS offer, text, created_at AS "createdAt"
    FROM messages WHERE ${Prisma.join(filters, ' AND ')}
    ORDER BY id ${newest ? Prisma.sql`DESC` : Prisma.empty}
    ${limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`}`
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
