import { Prisma } from '@tegenzet/db'
import type { Tx } from './transaction.ts'

/** Takes an id before its row is written, so that the event in the same statement can show it. */
export async function nextId(
  tx: Tx,
  table: 'claims' | 'draw_offers' | 'messages' | 'games',
): Promise<number> {
  const sequence = `${table}_id_seq`
  const [row] = await tx.$queryRaw<[{ id: bigint }]>(Prisma.sql`SELECT nextval(${sequence}::regclass) AS id`)
  return Number(row.id)
}
