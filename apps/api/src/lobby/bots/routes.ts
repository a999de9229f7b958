import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { endAvailability, setAvailability } from './availability.ts'
import { listBots } from './list-bots.ts'

export function registerBots(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.setAvailability, async ({ body, caller }) =>
    answer(200, await setAvailability(deps, body, caller)),
  )
  serve(app, ENDPOINTS.endAvailability, async ({ caller }) =>
    answer(204, await endAvailability(deps, caller)),
  )
  serve(app, ENDPOINTS.listBots, async ({ query }) => answer(200, await listBots(deps, query)))
}
