import { ok, type Result } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { answer, answerAsJson, serve } from '../../http/serve.ts'
import type { Refusal } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { type AcceptChallenge, acceptChallenge } from './accept-challenge.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { challengeViewFor, withPlayersRatings } from './challenge-view.ts'
import { closeChallenge } from './close-challenge.ts'
import { createChallenge } from './create-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { quickPair } from './quick-pair.ts'
import { readChallenge, readInvitation } from './read-challenge.ts'
import { requestRematch } from './request-rematch.ts'

export function registerChallenges(app: FastifyInstance, deps: Deps): void {
  async function show(db: Db, found: Result<ChallengeRow, Refusal>, caller: Caller | null, at: Date) {
    if (!found.ok) return found
    const [body] = await withPlayersRatings(db, [challengeViewFor(deps.config, found.value, caller)], at)
    return ok({ status: 200 as const, body: existing(body) })
  }

  serve(app, ENDPOINTS.createChallenge, async ({ db, body, caller }) =>
    answer(201, await createChallenge(deps, db, body, caller)),
  )

  serve(app, ENDPOINTS.quickPair, async ({ db, body, caller, arrivedAt }) =>
    answer(201, await quickPair(deps, db, { ...body, caller, arrivedAt })),
  )

  serve(app, ENDPOINTS.rematch, async ({ db, params, caller, arrivedAt }) => {
    const requested = await requestRematch(deps, db, { game: params.id, caller, arrivedAt })
    if (!requested.ok) return requested
    return ok({ status: requested.value.created ? 201 : 200, body: requested.value.challenge })
  })

  serve(app, ENDPOINTS.listChallenges, async ({ db, query, caller }) =>
    answerAsJson(200, await listChallenges(deps, db, query, caller)),
  )

  serve(app, ENDPOINTS.getChallenge, async ({ db, params, caller, arrivedAt }) => {
    const challenge = await readChallenge(db, params.id, caller, arrivedAt)
    return show(db, challenge, caller, arrivedAt)
  })

  const accept = async (db: Db, command: AcceptChallenge) => {
    const game = await acceptChallenge(deps, db, command)
    return game.ok ? ok({ status: 201 as const, body: { game: game.value } }) : game
  }
  serve(app, ENDPOINTS.acceptChallenge, ({ db, params, caller, arrivedAt }) =>
    accept(db, { challenge: params.id, caller, arrivedAt }),
  )

  serve(app, ENDPOINTS.getInvite, async ({ db, params, caller, arrivedAt }) => {
    const challenge = await readInvitation(deps, db, params.code, arrivedAt)
    return show(db, challenge, caller, arrivedAt)
  })

  serve(app, ENDPOINTS.acceptInvite, ({ db, params, caller, arrivedAt }) =>
    accept(db, { challenge: { invite: params.code }, caller, arrivedAt }),
  )

  serve(app, ENDPOINTS.declineChallenge, async ({ db, params, body, caller, arrivedAt }) => {
    const command = { challenge: params.id, as: 'declined', reason: body?.reason, caller, arrivedAt } as const
    return answer(204, await closeChallenge(deps, db, command))
  })

  serve(app, ENDPOINTS.withdrawChallenge, async ({ db, params, caller, arrivedAt }) =>
    answer(204, await closeChallenge(deps, db, { challenge: params.id, as: 'withdrawn', caller, arrivedAt })),
  )
}
