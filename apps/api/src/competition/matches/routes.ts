import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { acceptMatch, cancelMatch, declineMatch } from './answer-match.ts'
import { listMatches } from './list-matches.ts'
import { matchNotFound, readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { orderBoards } from './order-boards.ts'
import { proposeMatch } from './propose-match.ts'
import { listMissing, remindMembers } from './remind-members.ts'
import { signUp, withdrawFromMatch } from './sign-up.ts'
import { startMatch } from './start-match.ts'

export function registerMatches(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.proposeMatch, async ({ db, body, caller, arrivedAt: at }) => {
    const match = await proposeMatch(deps, db, { body, caller, at })
    return match.ok ? ok({ status: 201 as const, body: { match: match.value } }) : match
  })
  serve(app, ENDPOINTS.listMatches, async ({ db, query }) => answer(200, await listMatches(db, query)))
  serve(app, ENDPOINTS.getMatch, async ({ db, params: { id }, caller }) => {
    const match = await readMatch(db, id)
    if (!match) return matchNotFound(id)
    const readerId = caller && !caller.guest ? caller.playerId : null
    return ok({ status: 200, body: await readMatchView(db, match, readerId) })
  })
  serve(app, ENDPOINTS.acceptMatch, async ({ db, params, caller, arrivedAt: at }) =>
    answer(200, await acceptMatch(db, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.declineMatch, async ({ db, params, caller, arrivedAt: at }) =>
    answer(200, await declineMatch(db, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.cancelMatch, async ({ db, params, caller, arrivedAt: at }) =>
    answer(200, await cancelMatch(db, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.signUpForMatch, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(201, await signUp(db, { match: params.id, body, caller, at })),
  )
  serve(app, ENDPOINTS.orderBoards, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(200, await orderBoards(db, { match: params.id, body, caller, at })),
  )
  serve(app, ENDPOINTS.startMatch, async ({ db, params, caller, arrivedAt: at }) =>
    answer(200, await startMatch(db, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.withdrawFromMatch, async ({ db, params, caller, arrivedAt: at }) =>
    answer(204, await withdrawFromMatch(db, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.listMissingFromMatch, async ({ db, params, query, caller }) =>
    answer(200, await listMissing(db, { match: params.id, ...query, caller })),
  )
  serve(app, ENDPOINTS.remindOfMatch, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(200, await remindMembers(db, { match: params.id, ...body, caller, at })),
  )
}
