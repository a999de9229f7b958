import type { QueueDefinition } from '../../jobs/queues.ts'

/** A row of `engine_comparisons` whose result is missing. */
export interface ComparisonJob {
  comparison: number
}

export const ENGINE_COMPARISONS: QueueDefinition<ComparisonJob> = { name: 'engine-comparisons' }

/** The longest time that a comparison may take. */
export const COMPARISON_TIMEOUT_SECONDS = 3600
