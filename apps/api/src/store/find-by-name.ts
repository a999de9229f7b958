import { ok, type Result } from '@tegenzet/common'
import { text } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Refusal } from '../refusal.ts'
import { decodeCursor, firstRows, keyId, type Page, pageOf } from './page.ts'
import { readRows } from './read-rows.ts'
import type { Db } from './transaction.ts'

const TABLES = { player: 'players', club: 'clubs', tournament: 'tournaments' } as const

/** Sorts after every character of a name. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Whether the name begins with what is sought, then from there on, then whose it is. */
const foundSchema = z.object({ whole: z.boolean(), part: z.string(), id: z.int() })
type Found = z.output<typeof foundSchema>
type NameKey = [whole: boolean, part: string, id: number]

/** The key of a found name in a cursor. */
const nameKey: z.ZodType<NameKey> = z.tuple([z.boolean(), text(1, 100), keyId])

interface Search<Row> {
  sought: string
  limit: number
  cursor: string | undefined
  /** About the row `owner` of the player, club or tournament. */
  condition?: Prisma.Sql
  /** Reads what is shown of what was found, in any order. What was deleted meanwhile is left out. */
  read: (ids: readonly number[]) => Promise<Row[]>
}

/**
 * A page of those whose name contains what is sought, in upper or lower case: first the names that begin with it, then those
 * with it further on, in the order of what follows; with one character only those that begin with it. Reads ranges of one index.
 */
export async function findByName<Row extends { id: number }>(
  db: Db,
  kind: keyof typeof TABLES,
  { sought, limit, cursor, condition = Prisma.sql`true`, read }: Search<Row>,
): Promise<Result<Page<Row>, Refusal>> {
  const after = decodeCursor(cursor, nameKey)
  if (!after.ok) return after
  const found = await findNames(db, kind, sought, { after: after.value, limit, condition })
  const page = pageOf(
    found,
    limit,
    ({ whole, part, id }): NameKey => [whole, part, id],
    ({ id }) => id,
  )
  const rows = new Map((await read(page.items)).map((row) => [row.id, row]))
  return ok({ ...page, items: page.items.flatMap((id) => rows.get(id) ?? []) })
}

interface Options {
  after: NameKey | undefined
  limit: number
  condition: Prisma.Sql
}

/** @returns up to `limit` + 1 */
async function findNames(
  db: Db,
  kind: keyof typeof TABLES,
  sought: string,
  { after, limit, condition }: Options,
): Promise<Found[]> {
  const typed = sought.trim()
  const start = Prisma.sql`lower(${typed})`
  const found = (whole: boolean) =>
    firstRows(
      Prisma.sql`
        SELECT p.whole, p.part, p.owner_id AS id
        FROM name_parts p JOIN ${Prisma.raw(TABLES[kind])} owner ON owner.id = p.owner_id
        WHERE p.kind = ${Prisma.raw(`'${kind}'`)} AND p.whole = ${Prisma.raw(`${whole}`)}
          AND p.part >= ${start} AND p.part < ${start} || ${LAST_CHARACTER}
          ${after?.[0] === whole ? Prisma.sql`AND (p.part, p.owner_id) > (${after[1]}, ${after[2]})` : Prisma.empty}
          -- a name that has it twice is found once
          AND strpos(searched_name(owner), ${start}) = length(searched_name(owner)) - length(p.part) + 1
          AND ${condition}`,
      Prisma.sql`part, id`,
      limit + 1,
    )
  const parts = [
    ...(after?.[0] === false ? [] : [true]),
    // so many names have a letter twice that most rows would be read in vain
    ...(typed.length < 2 ? [] : [false]),
  ]
  if (parts.length === 0) return []
  return readRows(
    db,
    foundSchema,
    Prisma.sql`
      SELECT * FROM (${Prisma.join(parts.map(found), ' UNION ALL ')}) found
      ORDER BY whole DESC, part, id LIMIT ${limit + 1}`,
  )
}
