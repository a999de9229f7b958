import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { getFactors } from './second-factor.ts'
import { confirmTotp, removeTotp, setUpTotp } from './set-up-totp.ts'

export function registerFactors(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getFactors, async ({ db, caller }) =>
    answer(200, await getFactors(db, caller.accountId)),
  )
  serve(app, ENDPOINTS.setUpTotp, async ({ db, caller }) => answer(201, await setUpTotp(deps, db, caller)))
  serve(app, ENDPOINTS.confirmTotp, async ({ db, caller, body, request }) =>
    answer(200, await confirmTotp(deps, db, caller, body.code, clientOf(request))),
  )
  serve(app, ENDPOINTS.removeTotp, async ({ db, caller, request }) =>
    answer(204, await removeTotp(deps, db, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.renewRecoveryCodes, async ({ db, caller, request }) =>
    answer(200, await renewRecoveryCodes(deps, db, caller, clientOf(request))),
  )
}
