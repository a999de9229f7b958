import { ok, type Result } from '@tegenzet/common'
import { ANALYSIS_KEY, ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { requireAccess } from '../../http/access-checks.ts'
import { hashOfCall, onceIfKeyed } from '../../http/idempotency.ts'
import { answer, serve } from '../../http/serve.ts'
import { treeChecker } from '../../play/game-analysis/check-tree.ts'
import { hideCurrent } from '../../play/game-analysis/hide-current.ts'
import type { Refusal } from '../../refusal.ts'
import { createAnalysis } from './create-analysis.ts'
import { deleteAnalysis } from './delete-analysis.ts'
import { getOwnAnalysis, getSharedAnalysis } from './get-analysis.ts'
import { listAnalyses } from './list-analyses.ts'
import { saveAnalysis } from './save-analysis.ts'
import { shareAnalysis, unshareAnalysis } from './share-analysis.ts'

/** The analysis board: trees of moves that are kept, and shared by a link. */
export function registerAnalyses(app: FastifyInstance, deps: Deps): void {
  serve(
    app,
    ENDPOINTS.createAnalysis,
    async ({ db, body, caller: owner, arrivedAt, request, reply }) => {
      const inSlices = app.slicesFor(request, reply)
      const runOnce = onceIfKeyed(deps, db, request)
      const callHash = hashOfCall(request)
      return createAnalysis(db, { body, owner, arrivedAt, inSlices, runOnce, callHash })
    },
    { runsOnce: true },
  )
  serve(app, ENDPOINTS.listAnalyses, async ({ db, query, caller }) =>
    answer(200, await listAnalyses(db, caller, query)),
  )
  serve(app, ENDPOINTS.getAnalysis, async ({ db, params: { id }, caller, arrivedAt: at, request, reply }) => {
    const key = request.headers[ANALYSIS_KEY.toLowerCase()]
    if (typeof key === 'string') {
      reply.header('x-robots-tag', 'noindex')
      const shared = await getSharedAnalysis(deps, db, { id, key, at })
      if (shared.ok || !caller) return answer(200, shared)
    }
    const { playerId } = requireAccess('analysis:read', caller)
    return answer(200, await getOwnAnalysis(db, playerId, id))
  })
  serve(app, ENDPOINTS.saveAnalysis, async ({ db, params, body, caller, arrivedAt, request, reply }) => {
    const check = treeChecker(app.slicesFor(request, reply))
    const saved = await saveAnalysis(db, { ...body, ...params, caller, arrivedAt, check })
    return answer(200, hideCurrent(saved, caller))
  })
  serve(app, ENDPOINTS.deleteAnalysis, async ({ db, params: { id }, caller: { playerId } }) =>
    withoutBody(await deleteAnalysis(db, playerId, id)),
  )
  serve(app, ENDPOINTS.shareAnalysis, async ({ db, params: { id }, caller, arrivedAt: at }) => {
    // whoever has the key reads the analysis
    requireAccess('analysis:read', caller)
    return answer(200, await shareAnalysis(deps, db, { id, caller, at }))
  })
  serve(app, ENDPOINTS.unshareAnalysis, async ({ db, params: { id }, caller: { playerId } }) =>
    withoutBody(await unshareAnalysis(db, playerId, id)),
  )
}

const withoutBody = (result: Result<undefined, Refusal>) =>
  result.ok ? ok({ status: 204 as const, body: undefined }) : result
