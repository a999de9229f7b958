import { ENGINE_VERSION } from '@tegenzet/engine'
import type { Deps } from '../../deps.ts'
import { createLongJobWorker } from '../../jobs/long-job-worker.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import type { Worker } from '../../jobs/worker.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { comparePlayer } from './compare-player.ts'
import type { ComparisonJob } from './comparisons-queue.ts'
import { withEngineThread } from './engine-thread.ts'

interface ComparisonDeps extends Deps {
  queue: Queue<ComparisonJob>
}

type Finished = { rules: object; readyAt: Date; engineVersion: number } | { failed: true }

/** Makes the comparisons that admins asked for. The result is always the same, so two at once do no harm. */
export function createComparisonWorker({ queue, now, log, tables }: ComparisonDeps, db: Db): Worker {
  const finish = (db: Db, job: TakenJob<ComparisonJob>, data: Finished) =>
    inTransaction(db, async (tx) => {
      await tx.engineComparison.updateMany({ where: { id: job.data.comparison }, data })
      await queue.complete(tx, job)
    })
  return createLongJobWorker({
    queue,
    async run(db, job, signal) {
      const { comparison: id } = job.data
      const row = await db.engineComparison.findUnique({ where: { id }, select: { playerId: true } })
      // the account may have been erased since
      const rules = row
        ? await withEngineThread(signal, (compare) => comparePlayer(db, { compare, tables }, row.playerId))
        : []
      await finish(db, job, { rules, readyAt: now(), engineVersion: ENGINE_VERSION })
    },
    async giveUp(db, job, error) {
      const { comparison } = job.data
      log.error({ err: error, comparison }, 'a player’s moves could not be compared with the engine')
      await finish(db, job, { failed: true })
    },
    db,
    log,
  })
}
