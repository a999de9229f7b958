import { createWorker, type Worker } from '../../jobs/worker.ts'
import type { Tx } from '../../store/transaction.ts'
import { type ExportDeps, makeExport } from './make-export.ts'

/** Makes the copies that were asked for, one at a time. */
export const createExportWorker = (deps: ExportDeps, tx: Tx): Worker =>
  createWorker({
    queue: deps.queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    run: (tx, job) => makeExport(deps, tx, job),
    tx,
    log: deps.log,
  })
