import type { Deps } from '../deps.ts'
import { jobDuration } from '../metrics.ts'
import type { Db } from '../store/transaction.ts'
import { coalesce } from './coalesce.ts'
import type { Priority, Queue, TakenJob } from './queues.ts'
import type { PeriodicTask } from './ticker.ts'

interface WorkerOptions<T extends object> {
  queue: Queue<T>
  /** Concurrent jobs of this process. */
  concurrency: number
  /** Jobs of each priority are taken separately, up to their own concurrency. */
  lanes: readonly { priority: Priority; concurrency: number }[]
  /** Does a job and completes or retries it in the queue. A job that throws is retried soon. */
  run(db: Db, job: TakenJob<T>, priority: Priority): Promise<void>
  db: Db
  log: Deps['log']
}

export interface Worker {
  /** Polls for jobs that other processes have added or that have become due. */
  readonly task: PeriodicTask
  /** Takes no more jobs. @returns once the running ones are done */
  stop(): Promise<void>
}

const POLL_MS = 1000
const RETRY_MS = 10_000

/** Takes jobs from a queue and runs them concurrently. */
export function createWorker<T extends object>(options: WorkerOptions<T>): Worker {
  const { queue, concurrency, run, db, log } = options
  const lanes = options.lanes.map((lane) => ({ ...lane, running: new Set<Promise<void>>() }))
  let stopped = false

  async function runJob(job: TakenJob<T>, priority: Priority): Promise<void> {
    const end = jobDuration.startTimer({ job: queue.name })
    try {
      await run(db, job, priority)
      end({ outcome: 'success' })
    } catch (error) {
      end({ outcome: 'failure' })
      log.error({ err: error, queue: queue.name, job: job.data }, 'a job failed; it is retried')
      // if this fails too, the job expires and is retried then
      await queue.retry(db, job, { afterMs: RETRY_MS }).catch(() => {})
    }
  }

  const taking = coalesce(async () => {
    for (const lane of lanes)
      while (!stopped) {
        const total = lanes.reduce((sum, { running }) => sum + running.size, 0)
        const count = Math.min(lane.concurrency - lane.running.size, concurrency - total)
        const jobs = count > 0 ? await queue.take(db, { count, priority: lane.priority }) : []
        if (jobs.length === 0) break
        for (const job of jobs) {
          const done = runJob(job, lane.priority).finally(() => {
            lane.running.delete(done)
            wake()
          })
          lane.running.add(done)
        }
      }
  })

  function wake(): void {
    if (stopped) return
    taking.run().catch((error: unknown) => {
      log.error({ err: error, queue: queue.name }, 'jobs could not be taken; the queue is polled again')
    })
  }

  async function poll(): Promise<void> {
    if (await queue.isDue(db)) await taking.run()
  }

  queue.onAdded(wake)
  return {
    task: { name: queue.name, everyMs: POLL_MS, runsOn: 'every-process', run: poll },
    async stop() {
      stopped = true
      await taking.running?.catch(() => {})
      await Promise.all(lanes.flatMap(({ running }) => [...running]))
    },
  }
}
