import type { GivenWarning, Player, Warning } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../../store/page.ts'
import { playerColumn } from '../../store/player-column.ts'
import type { Tx } from '../../store/transaction.ts'

export interface ListWarnings {
  playerId: number
  limit: number
  cursor?: string | undefined
}

/** A player's own warnings. */
export async function listAllWarnings(
  tx: Tx,
  { playerId, limit, cursor }: ListWarnings,
): Promise<Result<Page<GivenWarning>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await readGivenWarnings(tx, playerId, limit + 1, { beforeId: before.value })
  return ok(pageOf(rows, limit, idOf, (warning) => warning))
}

/** Of a player's own warnings those with rulings on claims, whose game and claim are always there. */
export async function listWarnings(
  tx: Tx,
  { playerId, limit, cursor }: ListWarnings,
): Promise<Result<Page<Warning>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await readWarnings(tx, playerId, limit + 1, before.value)
  return ok(pageOf(rows, limit, idOf, (warning) => warning))
}

const idOf = ({ id }: { id: number }): number => id

/** A player's warnings with rulings on claims, newest first, from before one on. */
export async function readWarnings(
  tx: Tx,
  playerId: number,
  limit: number,
  beforeId?: number,
): Promise<Warning[]> {
  const rows = await readGivenWarnings(tx, playerId, limit, { beforeId, ofClaims: true })
  return rows.map(({ report: _, ...warning }) => ({ ...warning, game: warning.game!, claim: warning.claim! }))
}

/** A player's warnings, newest first, from before one on. */
export async function readGivenWarnings(
  tx: Tx,
  playerId: number,
  limit: number,
  { beforeId = MAX_ID, ofClaims = false }: { beforeId?: number | undefined; ofClaims?: boolean } = {},
): Promise<GivenWarning[]> {
  const rows = await tx.$queryRaw<(Omit<GivenWarning, 'at'> & { at: Date; by: Player })[]>`
    SELECT w.id, ${playerColumn('p')} AS player, coalesce(c.game_id, rep.game_id) AS game, c.id AS claim, rep.id AS report,
      ${playerColumn('a')} AS by, coalesce(r.reason, rr.reason) AS reason, coalesce(r.created_at, rr.created_at) AS at
    FROM warnings w JOIN players p ON p.id = w.player_id
      LEFT JOIN rulings r ON r.id = w.ruling_id LEFT JOIN claims c ON c.id = r.claim_id
      LEFT JOIN report_rulings rr ON rr.id = w.report_ruling_id LEFT JOIN reports rep ON rep.id = rr.report_id
      JOIN players a ON a.id = coalesce(r.by_id, rr.by_id)
    WHERE w.player_id = ${playerId} AND w.id < ${beforeId} AND (w.ruling_id IS NOT NULL OR NOT ${ofClaims})
    ORDER BY w.id DESC LIMIT ${limit}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
