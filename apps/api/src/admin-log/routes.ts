import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../http/serve.ts'
import { listActs } from './list-acts.ts'

export function registerAdminLog(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listAdminActs, async ({ db, caller, query }) =>
    answer(200, await listActs(db, caller, query)),
  )
}
