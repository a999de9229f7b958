import type { Database } from '@tegenzet/db'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import { registerOpenapi } from './plugins/openapi.ts'
import { registerProblems } from './plugins/problems.ts'

/** What the app is built of; made in `server.ts`, or by a test with a clock and a database of its own. */
export interface Parts {
  config: Config
  database: Database
  log: FastifyBaseLogger
  /** The present moment; nothing else in the app asks for it. */
  now: () => Date
}

/** The whole server, not yet listening. Reads as its table of contents. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log } = parts
  const app = Fastify({ loggerInstance: log, trustProxy: config.trustProxy, bodyLimit: 64 * 1024 })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  registerProblems(app)
  await registerOpenapi(app, config.publicUrl)
  return app
}
