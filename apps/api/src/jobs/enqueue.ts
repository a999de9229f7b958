import { type Db, jobWriterOf, type NewJob } from '../store/transaction.ts'
import type { QueueDefinition } from './queues.ts'

/** Adds jobs to a queue. They can be taken once `db` is committed, which wakes this process's worker. */
export async function enqueue<T extends object>(
  db: Db,
  { name }: QueueDefinition<T>,
  jobs: readonly NewJob<T>[],
): Promise<void> {
  if (jobs.length > 0) await jobWriterOf(db).write(db, name, jobs)
}
