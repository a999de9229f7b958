import { ok, type Result } from '@tegenzet/common'
import type { AccountExport } from '@tegenzet/contract'
import { lockOwnAccount } from '../../accounts/credentials/credential-refused.ts'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import { proofRefused } from '../../accounts/proof/require-proof.ts'
import { recordEvent } from '../../accounts/security-log/record-event.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { exportView } from './export-view.ts'
import { EXPORTS } from './exports-queue.ts'

const DAY_MS = 86_400_000
/** How many copies an account can ask for in a day. */
const MAX_A_DAY = 3

/** Asks for a copy of everything held about the caller. It replaces the last one. Does nothing while one is being made. */
export async function requestExport(
  deps: Deps,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<Result<AccountExport, Refusal>> {
  const { accountId } = caller
  return inTransaction(db, async (tx) => {
    const refused = (await lockOwnAccount(deps, tx, caller)) ?? (await proofRefused(deps, tx, caller))
    if (refused) return refused
    const last = await tx.accountExport.findUnique({ where: { accountId } })
    if (last?.state === 'pending') return ok(exportView(last))
    const limit = { key: ['export', `${accountId}`], max: MAX_A_DAY, windowMs: DAY_MS }
    const counted = await countAttempt(deps, tx, limit)
    if (!counted.ok) return counted
    // the old copy's chunks go with it
    await tx.accountExport.deleteMany({ where: { accountId } })
    const made = await tx.accountExport.create({ data: { accountId, requestedAt: deps.now() } })
    await enqueue(tx, EXPORTS, [{ data: { export: made.id }, order: made.id }])
    await recordEvent(tx, { accountId, kind: 'copy-requested', client, at: deps.now() })
    return ok(exportView(made))
  })
}
