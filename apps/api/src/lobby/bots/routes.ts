import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { listBots } from './list-bots.ts'
import { endAvailability, setAvailability } from './set-availability.ts'

export function registerBots(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.setAvailability, async ({ db, body, caller }) =>
    answer(200, await setAvailability(deps, db, body, caller)),
  )
  serve(app, ENDPOINTS.endAvailability, async ({ db, caller }) =>
    answer(204, await endAvailability(db, caller)),
  )
  serve(app, ENDPOINTS.listBots, async ({ db, query }) => answer(200, await listBots(deps, db, query)))
}
