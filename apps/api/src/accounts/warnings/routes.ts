import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { listAllWarnings, listWarnings } from './list-warnings.ts'

export function registerWarnings(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listWarnings, async ({ db, query, caller: { playerId } }) =>
    answer(200, await listWarnings(db, { ...query, playerId })),
  )

  serve(app, ENDPOINTS.listAllWarnings, async ({ db, query, caller: { playerId } }) =>
    answer(200, await listAllWarnings(db, { ...query, playerId })),
  )
}
