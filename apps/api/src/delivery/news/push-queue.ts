import type { QueueDefinition } from '../../jobs/queues.ts'
import type { NewsSubject } from './news.ts'

/** A message to one browser. */
export interface PushJob {
  subscription: number
  /** `withdraw`: whether what the browser shows under a tag is still news. */
  subject: NewsSubject | { withdraw: string }
  /** Failed attempts before this one. */
  attempt: number
}

export const PUSHES: QueueDefinition<PushJob> = { name: 'pushes' }
