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
  serve(app, ENDPOINTS.imposeSanction, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(201, await imposeSanction(deps, tx, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.liftSanction, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await liftSanction(deps, tx, { sanction: params.id, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.listSanctions, async ({ tx, caller, query }) =>
    answer(200, await listSanctions(tx, caller, query)),
  )
}

export function registerAppeals(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.fileAppeal, async ({ tx, body, caller: { playerId }, arrivedAt }) =>
    answer(201, await fileAppeal(tx, { ...body, playerId, arrivedAt })),
  )
  serve(app, ENDPOINTS.listOwnAppeals, async ({ tx, caller, query }) =>
    answer(200, await listOwnAppeals(tx, caller, query)),
  )
  serve(app, ENDPOINTS.appealClosure, async ({ tx, body, arrivedAt }) =>
    answer(201, await appealClosure(deps, tx, { ...body, arrivedAt })),
  )
  serve(app, ENDPOINTS.listAppeals, async ({ tx, caller, query }) =>
    answer(200, await listAppeals(tx, caller, query)),
  )
  serve(app, ENDPOINTS.decideAppeal, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await decideAppeal(deps, tx, { appeal: params.id, ...body, caller, arrivedAt })),
  )
}
