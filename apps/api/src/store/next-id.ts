import { Prisma } from '@tegenzet/db'
import { readId } from './read-ids.ts'
import type { Tx } from './transaction.ts'

/** Takes the id of a row before it is written, so that its event can contain the id. */
export async function nextId(
  tx: Tx,
  table: 'claims' | 'draw_offers' | 'messages' | 'games' | 'players',
): Promise<number> {
  const sequence = `${table}_id_seq`
  return readId(tx, Prisma.sql`SELECT nextval(${sequence}::regclass)::int AS id`)
}
