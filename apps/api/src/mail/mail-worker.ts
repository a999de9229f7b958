import { createWorker, type Worker } from '../jobs/worker.ts'
import type { Db } from '../store/transaction.ts'
import { type SendDeps, sendMail } from './send-mail.ts'

/** Sends the queued mails, one at a time. */
export const createMailWorker = (deps: SendDeps, db: Db): Worker =>
  createWorker({
    queue: deps.queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    run: (db, job) => sendMail(deps, db, job),
    db,
    log: deps.log,
  })
