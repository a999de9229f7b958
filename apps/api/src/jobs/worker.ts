import type { Deps } from '../deps.ts'
import { jobDuration } from '../metrics.ts'
import type { Tx } from '../store/transaction.ts'
import { coalesce } from './coalesce.ts'
import type { Priority, Queue, TakenJob } from './queues.ts'
import type { PeriodicTask } from './ticker.ts'

export interface WorkerOptions<T extends object> {
  queue: Queue<T>
  /** Jobs under way at once in this process. */
  concurrency: number
  /** Jobs of each priority are taken separately, at most so many at once. */
  lanes: readonly { priority: Priority; concurrency: number }[]
  /** Does a job, and completes it or has it retried. A job that throws is done again soon. */
  run(tx: Tx, job: TakenJob<T>, priority: Priority): Promise<void>
  tx: Tx
  log: Deps['log']
}

export interface Worker {
  /** Looks for jobs regularly: those of other processes, and those that were put off. */
  readonly task: PeriodicTask
  /** Takes no more jobs. @returns once those under way are done */
  stop(): Promise<void>
}

const POLL_MS = 1000
const RETRY_MS = 10_000

/** Takes jobs from a queue and does them, as many at once as there is room for. */
export function createWorker<T extends object>(options: WorkerOptions<T>): Worker {
  const { queue, concurrency, run, tx, log } = options
  const lanes = options.lanes.map((lane) => ({ ...lane, underWay: new Set<Promise<void>>() }))
  let stopped = false

  async function runJob(job: TakenJob<T>, priority: Priority): Promise<void> {
    const end = jobDuration.startTimer({ job: queue.name })
    try {
      await run(tx, job, priority)
      end({ outcome: 'success' })
    } catch (error) {
      end({ outcome: 'failure' })
      log.error({ err: error, queue: queue.name, job: job.data }, 'a job failed; it is retried')
      // where this fails too the job comes back once its time is over
      await queue.retry(tx, job, { afterMs: RETRY_MS }).catch(() => {})
    }
  }

  const taking = coalesce(async () => {
    for (const lane of lanes)
      while (!stopped) {
        const total = lanes.reduce((sum, { underWay }) => sum + underWay.size, 0)
        const count = Math.min(lane.concurrency - lane.underWay.size, concurrency - total)
        const jobs = count > 0 ? await queue.take(tx, { count, priority: lane.priority }) : []
        if (jobs.length === 0) break
        for (const job of jobs) {
          const done = runJob(job, lane.priority).finally(() => {
            lane.underWay.delete(done)
            wake()
          })
          lane.underWay.add(done)
        }
      }
  })

  function wake(): void {
    if (stopped) return
    taking.run().catch((error: unknown) => {
      log.error({ err: error, queue: queue.name }, 'jobs could not be taken; they are looked for again')
    })
  }

  queue.onAdded(wake)
  return {
    task: { name: queue.name, everyMs: POLL_MS, runsOn: 'every-process', run: () => taking.run() },
    async stop() {
      stopped = true
      await taking.running?.catch(() => {})
      await Promise.all(lanes.flatMap(({ underWay }) => [...underWay]))
    },
  }
}
