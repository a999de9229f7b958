import type { GivenWarning, Warning } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import { readGivenWarnings, readWarnings } from './warning-store.ts'

export interface ListWarnings {
  playerId: number
  limit: number
  cursor?: string | undefined
}

/** All of a player's warnings. */
export const listAllWarnings = (tx: Tx, query: ListWarnings): Promise<Result<Page<GivenWarning>, Refusal>> =>
  pageOfWarnings(query, (limit, beforeId) => readGivenWarnings(tx, query.playerId, limit, { beforeId }))

/** A player's warnings that came with rulings on claims. */
export const listWarnings = (tx: Tx, query: ListWarnings): Promise<Result<Page<Warning>, Refusal>> =>
  pageOfWarnings(query, (limit, beforeId) => readWarnings(tx, query.playerId, limit, beforeId))

async function pageOfWarnings<W extends { id: number }>(
  { limit, cursor }: ListWarnings,
  read: (limit: number, beforeId: number | undefined) => Promise<W[]>,
): Promise<Result<Page<W>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const warnings = await read(limit + 1, before.value)
  return ok(
    pageOf(
      warnings,
      limit,
      ({ id }) => id,
      (warning) => warning,
    ),
  )
}
