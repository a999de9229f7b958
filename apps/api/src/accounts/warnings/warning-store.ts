import { type GivenWarning, givenWarningSchema, type Warning } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { existing } from '../../store/existing.ts'
import { MAX_ID } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { playerColumns } from '../players/player-columns.ts'

const warningRowSchema = givenWarningSchema.extend({ at: z.date() })

/** A player's warnings, newest first. */
export async function readGivenWarnings(
  db: Db,
  playerId: number,
  limit: number,
  { beforeId = MAX_ID, ofClaims = false }: { beforeId?: number | undefined; ofClaims?: boolean } = {},
): Promise<GivenWarning[]> {
  const rows = await readRows(
    db,
    warningRowSchema,
    Prisma.sql`
      SELECT w.id, ${playerColumns('player')}, coalesce(c.game_id, rep.game_id) AS game, c.id AS claim,
        rep.id AS report, ${playerColumns('by')}, coalesce(r.reason, rr.reason) AS reason,
        coalesce(r.created_at, rr.created_at) AS at, EXISTS (
          SELECT FROM appeals WHERE report_id = rep.id AND by_id = w.player_id AND state = 'granted') AS withdrawn
      FROM warnings w JOIN players player ON player.id = w.player_id
        LEFT JOIN ruling_warnings rw ON rw.warning_id = w.id
        LEFT JOIN rulings r ON r.id = rw.ruling_id LEFT JOIN claims c ON c.id = r.claim_id
        LEFT JOIN report_rulings rr ON rr.warning_id = w.id LEFT JOIN reports rep ON rep.id = rr.report_id
        JOIN players "by" ON "by".id = coalesce(r.by_id, rr.by_id)
      WHERE w.player_id = ${playerId} AND w.id < ${beforeId} AND (rw.ruling_id IS NOT NULL OR NOT ${ofClaims})
      ORDER BY w.id DESC LIMIT ${limit}`,
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** A player's warnings that came with rulings on claims, newest first. */
export async function readWarnings(
  db: Db,
  playerId: number,
  limit: number,
  beforeId?: number,
): Promise<Warning[]> {
  const rows = await readGivenWarnings(db, playerId, limit, { beforeId, ofClaims: true })
  return rows.map(({ report: _, withdrawn: _withdrawn, ...warning }) => ({
    ...warning,
    game: existing(warning.game),
    claim: existing(warning.claim),
  }))
}
