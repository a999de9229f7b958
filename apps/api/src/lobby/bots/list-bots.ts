import type { Bot, listBotsQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { BOT_COLUMNS, type BotRow, botView } from './bot-row.ts'

/** The last bot of a page: whether another's than this server's, its level, its player's id. */
const cursorSchema = z.tuple([z.boolean(), z.int().min(0).max(9), keyId])
const UNSAID = 9

/** Bots that take challenges now, this server's own first, the weakest first. There are few: no index is needed. */
export async function listBots(
  { database: { prisma }, now }: Deps,
  { rules, house, limit, cursor }: z.output<typeof listBotsQuery>,
): Promise<Result<Page<Bot>, Refusal>> {
  const after = decodeCursor(cursor, cursorSchema)
  if (!after.ok) return after
  const key = Prisma.sql`NOT p.built_in, coalesce(a.level, ${UNSAID}), p.id`
  const rows = await prisma.$queryRaw<BotRow[]>`
    SELECT ${BOT_COLUMNS} FROM availability a JOIN players p ON p.id = a.player_id
    WHERE a.until > ${now()}::timestamptz
      ${rules === undefined ? Prisma.empty : Prisma.sql`AND ${rules} = ANY(a.rules)`}
      ${house === undefined ? Prisma.empty : Prisma.sql`AND p.built_in = ${house}`}
      ${after.value ? Prisma.sql`AND (${key}) > (${Prisma.join(after.value)})` : Prisma.empty}
    ORDER BY ${key} LIMIT ${limit + 1}`
  return ok(pageOf(rows, limit, ({ user, house, level }) => [!house, level ?? UNSAID, user.id], botView))
}
