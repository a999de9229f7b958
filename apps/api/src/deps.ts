import type { DiskTables } from '@tegenzet/tables/node'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'

/** What use cases need besides the database. Created by `server.ts`, or by a test with its own clock. */
export interface Deps {
  config: Config
  log: FastifyBaseLogger
  /** The current time. Nothing else in the server reads the clock. */
  now: () => Date
  /** Tosses a fair coin; on the server with a cryptographic generator. */
  coin: () => boolean
  /** Exact values of positions with few stones. */
  tables: DiskTables
}
