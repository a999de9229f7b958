import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { createDeviceCode } from './create-device-code.ts'
import { listMembers } from './list-members.ts'
import { renewCode } from './renew-code.ts'

export function registerManaged(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listMembers, async ({ db, caller, query }) =>
    answer(200, await listMembers(deps, db, caller, query)),
  )
  serve(app, ENDPOINTS.renewMemberCode, async ({ db, params: { username }, body, caller, arrivedAt: at }) =>
    answer(201, await renewCode(deps, db, { username, endSessions: body?.endSessions ?? false, caller, at })),
  )
  serve(app, ENDPOINTS.createDeviceCode, async ({ db, caller, request }) =>
    answer(201, await createDeviceCode(deps, db, caller, clientOf(request))),
  )
}
