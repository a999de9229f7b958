import type { Result } from '@tegenzet/common'
import type { Sanction } from '@tegenzet/contract'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { readSanctions } from './sanction-store.ts'

/** The caller's own sanctions, newest first. */
export const listSanctions = (
  db: Db,
  { playerId }: Caller,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<Sanction>, Refusal>> =>
  newestFirst(
    query,
    ({ where, take }) => readSanctions(db, { where: { ...where, playerId }, take }),
    (sanction) => sanction,
  )
