import type { Deps } from '../deps.ts'
import type { Db } from '../store/transaction.ts'
import type { Queue, TakenJob } from './queues.ts'
import { createWorker, type Worker } from './worker.ts'

interface LongJobWorkerOptions<T extends object> {
  queue: Queue<T>
  /** Does a job and completes it in the queue. `signal` ends it: another process, or the next start, does it again. */
  run(db: Db, job: TakenJob<T>, signal: AbortSignal): Promise<void>
  /** The job has failed every time. Completes it in the queue. */
  giveUp(db: Db, job: TakenJob<T>, error: unknown): Promise<void>
  db: Db
  log: Deps['log']
}

const MAX_RETRIES = 2

/** Does the jobs of a queue one at a time, each of which can take minutes. Stopping does not wait for one. */
export function createLongJobWorker<T extends object>(options: LongJobWorkerOptions<T>): Worker {
  const { queue, run, giveUp, db, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const worker = createWorker({
    queue,
    concurrency: 1,
    lanes: [{ priority: 'any', concurrency: 1 }],
    async run(db, job: TakenJob<T>) {
      try {
        await run(db, job, signal)
      } catch (error) {
        if (signal.aborted) return queue.retry(db, job, {})
        if (job.retryCount < MAX_RETRIES) throw error
        await giveUp(db, job, error)
      }
    },
    db,
    log,
  })
  return {
    task: worker.task,
    stop() {
      stopping.abort()
      return worker.stop()
    },
  }
}
