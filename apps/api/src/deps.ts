import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** What use cases need besides the database. Made in `server.ts`, or by a test with a clock of its own. */
export interface Deps {
  config: Config
  log: FastifyBaseLogger
  /** The present moment; nothing else in the app asks for it. */
  now: () => Date
  /** True as often as not; on the server from a cryptographic generator. */
  coin: () => boolean
}
