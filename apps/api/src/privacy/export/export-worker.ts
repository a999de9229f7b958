import { createWorker, type Worker } from '../../jobs/worker.ts'
import type { Db } from '../../store/transaction.ts'
import { type ExportDeps, makeExport } from './make-export.ts'

/** Makes the copies that were asked for, one at a time. */
export const createExportWorker = (deps: ExportDeps, db: Db): Worker =>
  createWorker({
    queue: deps.queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    run: (db, job) => makeExport(deps, db, job),
    db,
    log: deps.log,
  })
