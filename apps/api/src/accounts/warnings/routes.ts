import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { listAllWarnings, listWarnings } from './list-warnings.ts'

export function registerWarnings(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listWarnings, async ({ tx, query, caller: { playerId } }) =>
    answer(200, await listWarnings(tx, { ...query, playerId })),
  )

  serve(app, ENDPOINTS.listAllWarnings, async ({ tx, query, caller: { playerId } }) =>
    answer(200, await listAllWarnings(tx, { ...query, playerId })),
  )
}
