import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { type AcceptChallenge, acceptChallenge } from './accept-challenge.ts'
import { readChallenge } from './challenge-row.ts'
import { closeChallenge } from './close-challenge.ts'
import { createChallenge } from './create-challenge.ts'
import { viewFor } from './invite-link.ts'
import { listChallenges } from './list-challenges.ts'
import { readInvite } from './read-invite.ts'
import { rematch } from './rematch.ts'

export function registerChallenges(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createChallenge, async ({ deps, body, caller }) =>
    answer(201, await createChallenge(deps, body, caller)),
  )

  serve(app, ENDPOINTS.rematch, async ({ params, caller, arrivedAt }) => {
    const asked = await rematch(deps, { game: params.id, caller, arrivedAt })
    if (!asked.ok) return asked
    return ok({ status: asked.value.made ? 201 : 200, body: asked.value.challenge })
  })

  serve(app, ENDPOINTS.listChallenges, async ({ query, caller }) =>
    answer(200, await listChallenges(deps, query, caller)),
  )

  serve(app, ENDPOINTS.getChallenge, async ({ params, caller, arrivedAt }) => {
    const challenge = await readChallenge(deps.database, params.id, caller, arrivedAt)
    return challenge.ok ? ok({ status: 200, body: viewFor(deps.config, challenge.value, caller) }) : challenge
  })

  const accept = async (deps: Deps, command: AcceptChallenge) => {
    const game = await acceptChallenge(deps, command)
    return game.ok ? ok({ status: 201 as const, body: { game: game.value } }) : game
  }
  serve(app, ENDPOINTS.acceptChallenge, ({ deps, params, caller, arrivedAt }) =>
    accept(deps, { challenge: params.id, caller, arrivedAt }),
  )

  serve(app, ENDPOINTS.getInvite, async ({ params, caller, arrivedAt }) => {
    const challenge = await readInvite(deps, params.code, arrivedAt)
    return challenge.ok ? ok({ status: 200, body: viewFor(deps.config, challenge.value, caller) }) : challenge
  })

  serve(app, ENDPOINTS.acceptInvite, ({ deps, params, caller, arrivedAt }) =>
    accept(deps, { challenge: { invite: params.code }, caller, arrivedAt }),
  )

  serve(app, ENDPOINTS.declineChallenge, async ({ deps, params, caller, arrivedAt }) =>
    answer(204, await closeChallenge(deps, { challenge: params.id, as: 'declined', caller, arrivedAt })),
  )

  serve(app, ENDPOINTS.withdrawChallenge, async ({ params, caller, arrivedAt }) =>
    answer(204, await closeChallenge(deps, { challenge: params.id, as: 'withdrawn', caller, arrivedAt })),
  )
}
