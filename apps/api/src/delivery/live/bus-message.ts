import type { Counts } from '../../http/request-counts.ts'

/** A message between the server's processes. */
export interface BusMessage {
  /** Ids of events that are in the outbox. */
  events: number[]
  /** Sessions and tokens that have ended. */
  ended: string[]
  /** Requests counted for rate limits. */
  counts?: Counts
}
