import type { Deps } from '../../deps.ts'
import type { Queue, TakenJob } from '../../jobs/queues.ts'
import { createWorker, type Worker } from '../../jobs/worker.ts'
import type { Db } from '../../store/transaction.ts'
import { SlowHosts } from './slow-hosts.ts'

/** How a queued call is made. */
export interface CallLane {
  /** The call may take its time: it shares half of the connections with others of its kind. */
  isLow: boolean
  /** Hosts that hold up others. Calls to them belong into the low lane. */
  slowHosts: SlowHosts
}

interface CallWorkerOptions<T extends object> {
  queue: Queue<T>
  db: Db
  log: Deps['log']
  /** Concurrent calls of this process. Half of them may be low. */
  concurrency: number
  run(db: Db, job: TakenJob<T>, lane: CallLane): Promise<void>
}

/** Makes queued calls to addresses that users chose, those of one group one at a time, so that none can take all connections. */
export function createCallWorker<T extends object>({
  concurrency,
  run,
  ...options
}: CallWorkerOptions<T>): Worker {
  const slowHosts = new SlowHosts()
  return createWorker({
    ...options,
    concurrency,
    lanes: [
      { priority: 'normal', concurrency },
      { priority: 'low', concurrency: concurrency / 2 },
    ],
    run: (db, job, priority) => run(db, job, { isLow: priority === 'low', slowHosts }),
  })
}
