import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { listBots } from './list-bots.ts'
import { endAvailability, setAvailability } from './set-availability.ts'

export function registerBots(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.setAvailability, async ({ tx, body, caller }) =>
    answer(200, await setAvailability(deps, tx, body, caller)),
  )
  serve(app, ENDPOINTS.endAvailability, async ({ tx, caller }) =>
    answer(204, await endAvailability(tx, caller)),
  )
  serve(app, ENDPOINTS.listBots, async ({ tx, query }) => answer(200, await listBots(deps, tx, query)))
}
