import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { answer, serve } from '../plugins/serve.ts'
import { acceptChallenge } from './accept-challenge.ts'
import { challengeView, readChallenge } from './challenge-row.ts'
import { closeChallenge } from './close-challenge.ts'
import { createChallenge } from './create-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { rematch } from './rematch.ts'

export function registerChallenges(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createChallenge, async ({ deps, body, caller }) =>
    answer(201, await createChallenge(deps, body, caller)),
  )

  serve(app, ENDPOINTS.rematch, async ({ params, caller }) => {
    const asked = await rematch(deps, { game: params.id, caller })
    if (!asked.ok) return asked
    return ok({ status: asked.value.made ? 201 : 200, body: asked.value.challenge })
  })

  serve(app, ENDPOINTS.listChallenges, async ({ query, caller }) =>
    answer(200, await listChallenges(deps, query, caller)),
  )

  serve(app, ENDPOINTS.getChallenge, async ({ params, caller }) => {
    const challenge = await readChallenge(deps.database, params.id, caller)
    return challenge.ok ? ok({ status: 200, body: challengeView(challenge.value) }) : challenge
  })

  serve(app, ENDPOINTS.acceptChallenge, async ({ deps, params, caller }) => {
    const game = await acceptChallenge(deps, { challenge: params.id, caller })
    return game.ok ? ok({ status: 201, body: { game: game.value } }) : game
  })

  serve(app, ENDPOINTS.declineChallenge, async ({ deps, params, caller }) =>
    answer(204, await closeChallenge(deps, { challenge: params.id, as: 'declined', caller })),
  )

  serve(app, ENDPOINTS.withdrawChallenge, async ({ params, caller }) =>
    answer(204, await closeChallenge(deps, { challenge: params.id, as: 'withdrawn', caller })),
  )
}
