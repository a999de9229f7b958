import type { LiveEvent } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Tx } from './store/transaction.ts'

/** What use cases need besides the database. Made in `server.ts`, or by a test with a clock of its own. */
export interface Deps {
  config: Config
  database: Database
  /** The database's own handle, on which every statement commits by itself. */
  store: Tx
  live: Live
  log: FastifyBaseLogger
  /** The present moment; nothing else in the app asks for it. */
  now: () => Date
  /** True as often as not; on the server from a cryptographic generator. */
  coin: () => boolean
}

/** Until every area appends events and uses `afterCommit`. */
export interface Live {
  announce(event: LiveEvent, playerIds: readonly number[]): void
  revoke(credential: string): void
}
