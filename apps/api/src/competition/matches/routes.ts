import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { acceptMatch, cancelMatch, declineMatch } from './answer-match.ts'
import { listMatches } from './list-matches.ts'
import { matchNotFound, readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { proposeMatch } from './propose-match.ts'
import { listMissing, remindMembers } from './remind-members.ts'
import { signUp, withdrawFromMatch } from './sign-up.ts'

export function registerMatches(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.proposeMatch, async ({ tx, body, caller, arrivedAt: at }) => {
    const match = await proposeMatch(deps, tx, { body, caller, at })
    return match.ok ? ok({ status: 201 as const, body: { match: match.value } }) : match
  })
  serve(app, ENDPOINTS.listMatches, async ({ tx, query }) => answer(200, await listMatches(tx, query)))
  serve(app, ENDPOINTS.getMatch, async ({ tx, params: { id }, caller }) => {
    const match = await readMatch(tx, id)
    if (!match) return matchNotFound(id)
    const readerId = caller && !caller.guest ? caller.playerId : null
    return ok({ status: 200, body: await readMatchView(tx, match, readerId) })
  })
  serve(app, ENDPOINTS.acceptMatch, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(200, await acceptMatch(tx, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.declineMatch, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(200, await declineMatch(tx, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.cancelMatch, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(200, await cancelMatch(tx, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.signUpForMatch, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(201, await signUp(tx, { match: params.id, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.withdrawFromMatch, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(204, await withdrawFromMatch(tx, { match: params.id, caller, at })),
  )
  serve(app, ENDPOINTS.listMissingFromMatch, async ({ tx, params, query, caller }) =>
    answer(200, await listMissing(tx, { match: params.id, ...query, caller })),
  )
  serve(app, ENDPOINTS.remindOfMatch, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(200, await remindMembers(tx, { match: params.id, ...body, caller, at })),
  )
}
