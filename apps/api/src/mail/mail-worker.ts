import { createWorker, type Worker } from '../jobs/worker.ts'
import type { Tx } from '../store/transaction.ts'
import { type SendDeps, sendMail } from './send-mail.ts'

/** Sends the queued mails, one at a time. */
export const createMailWorker = (deps: SendDeps, tx: Tx): Worker =>
  createWorker({
    queue: deps.queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    run: (tx, job) => sendMail(deps, tx, job),
    tx,
    log: deps.log,
  })
