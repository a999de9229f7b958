import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { decideAppeal } from './decide-appeal.ts'
import { appealClosure, fileAppeal } from './file-appeal.ts'
import { imposeSanction } from './impose-sanction.ts'
import { liftSanction } from './lift-sanction.ts'
import { listAppeals, listOwnAppeals } from './list-appeals.ts'
import { listSanctions } from './list-sanctions.ts'

export function registerSanctions(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.imposeSanction, async ({ db, params, body, caller, arrivedAt }) =>
    answer(201, await imposeSanction(deps, db, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.liftSanction, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await liftSanction(deps, db, { sanction: params.id, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.listSanctions, async ({ db, caller, query }) =>
    answer(200, await listSanctions(db, caller, query)),
  )
}

export function registerAppeals(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.fileAppeal, async ({ db, body, caller: { playerId }, arrivedAt }) =>
    answer(201, await fileAppeal(db, { ...body, playerId, arrivedAt })),
  )
  serve(app, ENDPOINTS.listOwnAppeals, async ({ db, caller, query }) =>
    answer(200, await listOwnAppeals(db, caller, query)),
  )
  serve(app, ENDPOINTS.appealClosure, async ({ db, body, arrivedAt }) =>
    answer(201, await appealClosure(deps, db, { ...body, arrivedAt })),
  )
  serve(app, ENDPOINTS.listAppeals, async ({ db, caller, query }) =>
    answer(200, await listAppeals(db, caller, query)),
  )
  serve(app, ENDPOINTS.decideAppeal, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await decideAppeal(deps, db, { appeal: params.id, ...body, caller, arrivedAt })),
  )
}
