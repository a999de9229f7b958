import type { Player, Warning } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { playerColumn } from '../games/game-row.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../page.ts'
import type { Refusal } from '../refusal.ts'

export interface ListWarnings {
  playerId: number
  limit: number
  cursor?: string | undefined
}

/** A player's own warnings. */
export async function listWarnings(
  database: Database,
  { playerId, limit, cursor }: ListWarnings,
): Promise<Result<Page<Warning>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await readWarnings(database, playerId, limit + 1, before.value)
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      (warning) => warning,
    ),
  )
}

/** The warnings of a player, newest first, from before one on. */
export async function readWarnings(
  { prisma }: Database,
  playerId: number,
  limit: number,
  beforeId = MAX_ID,
): Promise<Warning[]> {
  const rows = await prisma.$queryRaw<(Omit<Warning, 'at'> & { at: Date; by: Player })[]>`
    SELECT w.id, ${playerColumn('p')} AS player, c.game_id AS game, c.id AS claim, ${playerColumn('a')} AS by,
      r.reason, r.created_at AS at
    FROM warnings w JOIN rulings r ON r.id = w.ruling_id JOIN claims c ON c.id = r.claim_id
      JOIN players p ON p.id = w.player_id JOIN players a ON a.id = r.by_id
    WHERE w.player_id = ${playerId} AND w.id < ${beforeId} ORDER BY w.id DESC LIMIT ${limit}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
