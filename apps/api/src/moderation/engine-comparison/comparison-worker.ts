import { ENGINE_VERSION } from '@tegenzet/engine'
import type { Deps } from '../../deps.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import { createWorker, type Worker } from '../../jobs/worker.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { comparePlayer } from './compare-player.ts'
import type { ComparisonJob } from './comparisons-queue.ts'
import { withEngineThread } from './engine-thread.ts'

interface ComparisonDeps extends Deps {
  queue: Queue<ComparisonJob>
}

const MAX_RETRIES = 2

/** Makes the comparisons that admins asked for, one at a time. */
export function createComparisonWorker(deps: ComparisonDeps, tx: Tx): Worker {
  const stopping = new AbortController()
  const worker = createWorker({
    queue: deps.queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    run: (tx, job) => makeComparison(deps, tx, job, stopping.signal),
    tx,
    log: deps.log,
  })
  return {
    task: worker.task,
    stop() {
      // a comparison takes minutes; another process, or the next start, makes it
      stopping.abort()
      return worker.stop()
    },
  }
}

/** If the process dies, another one starts again. The result is the same, so two at once do no harm. */
async function makeComparison(
  { queue, now, log, tables }: ComparisonDeps,
  tx: Tx,
  job: TakenJob<ComparisonJob>,
  signal: AbortSignal,
): Promise<void> {
  const { comparison: id } = job.data
  const finish = (data: { rules: object; readyAt: Date; engineVersion: number } | { failed: true }) =>
    inTransaction(tx, async (tx) => {
      await tx.engineComparison.updateMany({ where: { id }, data })
      await queue.complete(tx, job)
    })
  try {
    const row = await tx.engineComparison.findUnique({ where: { id }, select: { playerId: true } })
    // the account may have been erased since
    const rules = row
      ? await withEngineThread(signal, (compare) => comparePlayer(tx, { compare, tables }, row.playerId))
      : []
    await finish({ rules, readyAt: now(), engineVersion: ENGINE_VERSION })
  } catch (error) {
    if (signal.aborted) return queue.retry(tx, job, {})
    if (job.retryCount < MAX_RETRIES) throw error
    log.error({ err: error, comparison: id }, 'a player’s moves could not be compared with the engine')
    await finish({ failed: true })
  }
}
