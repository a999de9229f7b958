import type { Result } from '@tegenzet/common'
import type { GivenWarning, Warning } from '@tegenzet/contract'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readGivenWarnings, readWarnings } from './warning-store.ts'

interface ListWarnings {
  playerId: number
  limit: number
  cursor?: string | undefined
}

/** All of a player's warnings. */
export const listAllWarnings = (
  db: Db,
  { playerId, ...query }: ListWarnings,
): Promise<Result<Page<GivenWarning>, Refusal>> =>
  newestFirst(
    query,
    ({ where, take }) => readGivenWarnings(db, playerId, take, { beforeId: where.id?.lt }),
    (warning) => warning,
  )

/** A player's warnings that came with rulings on claims. */
export const listWarnings = (
  db: Db,
  { playerId, ...query }: ListWarnings,
): Promise<Result<Page<Warning>, Refusal>> =>
  newestFirst(
    query,
    ({ where, take }) => readWarnings(db, playerId, take, where.id?.lt),
    (warning) => warning,
  )
