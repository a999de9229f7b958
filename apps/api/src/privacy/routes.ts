import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { clientOf } from '../http/client.ts'
import { answer, serve } from '../http/serve.ts'
import { requestDeletion } from './erasure/request-deletion.ts'
import { redeemUndoDeletion, undoDeletion } from './erasure/undo-deletion.ts'
import { downloadExport, getExport } from './export/get-export.ts'
import { requestExport } from './export/request-export.ts'

export function registerPrivacy(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.requestExport, async ({ tx, caller, request }) =>
    answer(202, await requestExport(deps, tx, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.getExport, async ({ tx, caller }) => answer(200, await getExport(deps, tx, caller)))
  serve(app, ENDPOINTS.downloadExport, async ({ tx, caller, reply }) => {
    const found = await downloadExport(deps, tx, caller)
    if (!found.ok) return found
    const { fileName, bytes, chunks } = found.value
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return ok({ status: 200 as const, zip: { bytes, chunks } })
  })
  serve(app, ENDPOINTS.deleteAccount, async ({ tx, caller, request }) =>
    answer(200, await requestDeletion(deps, tx, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.undoDeletion, async ({ tx, caller, request }) =>
    answer(200, await undoDeletion(deps, tx, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.redeemUndoDeletion, async ({ tx, body, request }) =>
    answer(200, await redeemUndoDeletion(deps, tx, body.token, clientOf(request))),
  )
}
