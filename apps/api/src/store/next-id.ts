import { itemAt } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import { readIds } from './read-ids.ts'
import type { Db } from './transaction.ts'

type Table = 'claims' | 'draw_offers' | 'messages' | 'games' | 'players'

/** Takes the id of a row before it is written, so that its event can contain the id. */
export const nextId = async (db: Db, table: Table): Promise<number> => itemAt(await nextIds(db, table, 1), 0)

/** Takes the ids of several rows, rising. */
export const nextIds = (db: Db, table: Table, count: number): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`SELECT nextval(${`${table}_id_seq`}::regclass)::int AS id FROM generate_series(1, ${count}::int)`,
  )
