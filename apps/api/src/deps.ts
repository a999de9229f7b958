import type { LiveEvent } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Hub } from './live/hub.ts'

/** What use cases are given. Made in `server.ts`, or by a test with a clock and a database of its own. */
export interface Deps {
  config: Config
  database: Database
  live: Live
  log: FastifyBaseLogger
  /** The present moment; nothing else in the app asks for it. */
  now: () => Date
  /** True as often as not; on the server from a cryptographic generator. */
  coin: () => boolean
}

/** Tells those who watch, on every process. Called after the commit: it may fail, and nothing is lost by that. */
export interface Live {
  /** An event of the outbox, to the players it concerns and the watchers of its game. */
  announce(event: LiveEvent, playerIds: readonly number[]): void
  /** Closes the sockets of a session or token that was revoked (`Caller.credential`). */
  revoke(credential: string): void
  /** Who listens in this process. */
  readonly hub: Hub
}
