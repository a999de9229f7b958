import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { clientOf } from '../http/client.ts'
import { answer, serve } from '../http/serve.ts'
import { deleteMember } from './erasure/delete-member.ts'
import { requestDeletion } from './erasure/request-deletion.ts'
import { redeemUndoDeletion, undoDeletion } from './erasure/undo-deletion.ts'
import { downloadExport, getExport } from './export/get-export.ts'
import { requestExport } from './export/request-export.ts'

export function registerPrivacy(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.requestExport, async ({ db, caller, request }) =>
    answer(202, await requestExport(deps, db, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.getExport, async ({ db, caller }) => answer(200, await getExport(deps, db, caller)))
  serve(app, ENDPOINTS.downloadExport, async ({ db, caller, reply }) => {
    const found = await downloadExport(deps, db, caller)
    if (!found.ok) return found
    const { fileName, bytes, chunks } = found.value
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return ok({ status: 200 as const, zip: { bytes, chunks } })
  })
  serve(app, ENDPOINTS.deleteAccount, async ({ db, caller, request }) =>
    answer(200, await requestDeletion(deps, db, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.deleteMember, async ({ db, params: { username }, caller, arrivedAt: at }) =>
    answer(204, await deleteMember(deps, db, { username, caller, at })),
  )
  serve(app, ENDPOINTS.undoDeletion, async ({ db, caller, request }) =>
    answer(200, await undoDeletion(deps, db, caller, clientOf(request))),
  )
  serve(app, ENDPOINTS.redeemUndoDeletion, async ({ db, body, request }) =>
    answer(200, await redeemUndoDeletion(deps, db, body.token, clientOf(request))),
  )
}
