import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { challengePasskey } from './verify-passkey.ts'

export function registerPasskeys(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.challengePasskey, async ({ request }) =>
    answer(200, await challengePasskey(deps, request.headers.origin)),
  )
  serve(app, ENDPOINTS.startPasskey, async ({ db, caller, request }) =>
    answer(200, await startPasskey(deps, db, caller, request.headers.origin)),
  )
  serve(app, ENDPOINTS.addPasskey, async ({ db, caller, body, request }) => {
    const from = { client: clientOf(request), origin: request.headers.origin }
    return answer(201, await addPasskey(deps, db, caller, { ...body, ...from }))
  })
  serve(app, ENDPOINTS.removePasskey, async ({ db, caller, params, request }) =>
    answer(204, await removePasskey(deps, db, caller, params.id, clientOf(request))),
  )
}
