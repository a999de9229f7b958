import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { answer, serve } from '../http/serve.ts'
import { getMail, listMails } from './list-mails.ts'

export function registerMails(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listMails, async ({ db, caller, query }) =>
    answer(200, await listMails(deps, db, caller, query)),
  )
  serve(app, ENDPOINTS.getMail, async ({ db, caller, params }) =>
    answer(200, await getMail(deps, db, caller, params.id)),
  )
}
