import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { endVacation } from './end-vacation.ts'
import { listVacations } from './list-vacations.ts'
import { takeVacation } from './take-vacation.ts'

export function registerVacations(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listVacations, async ({ db, caller, query }) =>
    answer(200, await listVacations(deps, db, caller, query)),
  )
  serve(app, ENDPOINTS.takeVacation, async ({ db, caller: { playerId }, body, arrivedAt }) =>
    answer(201, await takeVacation(deps, db, { ...body, playerId, arrivedAt })),
  )
  serve(app, ENDPOINTS.endVacation, async ({ db, caller: { playerId }, params, arrivedAt }) =>
    answer(204, await endVacation(db, { vacation: params.id, playerId, arrivedAt })),
  )
}
