import { ok, type Result } from '@tegenzet/common'
import type { Bot, listBotsQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { type BotRow, botRowSchema, botView } from './bot-view.ts'

/** The last bot of a page: whether it is another person's, its level, its player's id. */
const cursorSchema = z.tuple([z.boolean(), z.int().min(0).max(9), keyId])
type Key = z.output<typeof cursorSchema>
/** Bots without a level come after the strongest. */
const NO_LEVEL = 9

/** Bots that accept challenges now: built-in bots first, then by level. */
export async function listBots(
  { now }: Deps,
  db: Db,
  query: z.output<typeof listBotsQuery>,
): Promise<Result<Page<Bot>, Refusal>> {
  const after = decodeCursor(query.cursor, cursorSchema)
  if (!after.ok) return after
  const { limit } = query
  const rows = await readBots(db, { ...query, after: after.value, limit: limit + 1 }, now())
  const keyOf = ({ player, level }: BotRow): Key => [!player.builtIn, level ?? NO_LEVEL, player.id]
  return ok(pageOf(rows, limit, keyOf, botView))
}

interface BotsQuery {
  rules?: string | undefined
  house?: boolean | undefined
  after: Key | undefined
  limit: number
}

/** There are few bots, so this needs no index. */
function readBots(db: Db, { rules, house, after, limit }: BotsQuery, at: Date): Promise<BotRow[]> {
  const key = Prisma.sql`NOT player.built_in, coalesce(a.level, ${NO_LEVEL}), player.id`
  return readRows(
    db,
    botRowSchema,
    Prisma.sql`
      SELECT ${playerColumns('player')}, player.built_in AS "player.builtIn", a.rules, a.level, a.about, a.until
      FROM availability a JOIN players player ON player.id = a.player_id
      WHERE a.until > ${at}::timestamptz
        ${rules === undefined ? Prisma.empty : Prisma.sql`AND ${rules} = ANY(a.rules)`}
        ${house === undefined ? Prisma.empty : Prisma.sql`AND player.built_in = ${house}`}
        ${after ? Prisma.sql`AND (${key}) > (${Prisma.join(after)})` : Prisma.empty}
      ORDER BY ${key} LIMIT ${limit}`,
  )
}
