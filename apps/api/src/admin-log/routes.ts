import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../http/serve.ts'
import { listActs } from './list-acts.ts'

export function registerAdminLog(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listAdminActs, async ({ tx, caller, query }) =>
    answer(200, await listActs(tx, caller, query)),
  )
}
