import { ok, type Result } from '@tegenzet/common'
import type { AccountExport } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { exportView, NO_EXPORT } from './export-view.ts'

/** The state of the copy that the caller asked for last. */
export async function getExport(
  { now }: Deps,
  db: Db,
  { accountId }: Caller,
): Promise<Result<AccountExport, Refusal>> {
  const row = await db.accountExport.findUnique({ where: { accountId } })
  const isOver = row?.expiresAt && row.expiresAt <= now()
  return ok(row && !isOver ? exportView(row) : NO_EXPORT)
}

export interface Download {
  fileName: string
  /** Size of the whole file. */
  bytes: number
  chunks: AsyncIterable<Uint8Array>
}

/** The file of a copy that is ready. */
export async function downloadExport(deps: Deps, db: Db, caller: Caller): Promise<Result<Download, Refusal>> {
  const row = await db.accountExport.findUnique({ where: { accountId: caller.accountId } })
  if (row?.state !== 'ready' || !row.expiresAt || row.expiresAt <= deps.now())
    return refuse('not-found', 'No copy of your data is ready. Ask for one with POST /api/v1/account/export.')
  const day = row.requestedAt.toISOString().slice(0, 10)
  return ok({
    fileName: `tegenzet-${caller.username}-${day}.zip`,
    bytes: row.bytes,
    chunks: chunksOf(db, row.id),
  })
}

/** One at a time, when the client has read the last one. */
async function* chunksOf(db: Db, exportId: number): AsyncGenerator<Uint8Array, void> {
  for (let nr = 0; ; nr++) {
    const chunk = await db.exportChunk.findUnique({ where: { exportId_nr: { exportId, nr } } })
    if (!chunk) return
    yield chunk.bytes
  }
}
