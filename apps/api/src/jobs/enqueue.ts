import { jobWriterOf, type NewJob, type Tx } from '../store/transaction.ts'
import type { QueueDefinition } from './queues.ts'

/** Adds jobs to a queue. They can be taken once `tx` is committed, which wakes this process's worker. */
export async function enqueue<T extends object>(
  tx: Tx,
  { name }: QueueDefinition<T>,
  jobs: readonly NewJob<T>[],
): Promise<void> {
  if (jobs.length > 0) await jobWriterOf(tx).write(tx, name, jobs)
}
