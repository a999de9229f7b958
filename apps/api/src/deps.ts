import type { LookupAddress } from 'node:dns'
import type { LiveEvent } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Hub } from './delivery/live/hub.ts'
import type { Tail } from './delivery/live/tail.ts'
import type { Reminded } from './delivery/reminders/reminded.ts'
import type { Counts } from './http/request-counts.ts'
import type { Queue } from './jobs/queue.ts'
import type { Mailer } from './mail/mailer.ts'
import type { LiveSource } from './outbox/source.ts'
import type { Answered } from './play/conditional-moves/counters.ts'
import type { Heart } from './play/outages/heartbeat-state.ts'
import type { Tx } from './store/transaction.ts'

/** What use cases are given. Made in `server.ts`, or by a test with a clock and a database of its own. */
export interface Deps {
  config: Config
  database: Database
  /** The database's own handle, on which every statement commits by itself. */
  store: Tx
  live: Live
  queue: Queue
  /** null: no mail is sent. */
  mailer: Mailer | null
  /** What this process has reminded of. */
  reminded: Reminded
  /** What this process has played of what was planned. */
  answered: Answered
  heart: Heart
  log: FastifyBaseLogger
  /** The present moment; nothing else in the app asks for it. */
  now: () => Date
  /** All addresses of a host's name. */
  resolve: (host: string) => Promise<LookupAddress[]>
  /** True as often as not; on the server from a cryptographic generator. */
  coin: () => boolean
}

/** Tells those who watch, on every process. Called after the commit: it may fail, and nothing is lost by that. */
export interface Live {
  /** An event of the outbox, to the players it concerns and the watchers of its game. */
  announce(event: LiveEvent, playerIds: readonly number[]): void
  /** Hears that something was announced in this process. */
  onAnnounce(listener: () => void): void
  /** Closes the sockets of a session or token that was revoked (`Caller.credential`). */
  revoke(credential: string): void
  /** Tells the other processes what was used here of what is limited, and hears it of them. */
  shareCounts(counts: Counts): void
  onCounts(listener: (from: string, counts: Counts) => void): void
  /** Who listens in this process. */
  readonly hub: Hub
  /** Tells streams what is settled, in order. */
  readonly tail: Tail
  readonly source: LiveSource
}
