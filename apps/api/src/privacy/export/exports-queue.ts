import type { QueueDefinition } from '../../jobs/queues.ts'

/** A row of `account_exports` whose copy is to be made. */
export interface ExportJob {
  export: number
}

export const EXPORTS: QueueDefinition<ExportJob> = { name: 'exports' }

/** The longest time that making a copy may take. */
export const EXPORT_TIMEOUT_SECONDS = 1800
