import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { challengeOnLadder } from './challenge-on-ladder.ts'
import { changeLadder } from './change-ladder.ts'
import { enterLadder } from './enter-ladder.ts'
import { getLadder } from './get-ladder.ts'
import { leaveLadder } from './leave-ladder.ts'

export function registerLadders(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getLadder, async ({ db, params, query, caller, arrivedAt: at }) =>
    answer(200, await getLadder(db, { ...params, ...query, caller, at })),
  )

  serve(app, ENDPOINTS.enterLadder, async ({ db, params, caller: { playerId }, arrivedAt: at }) =>
    answer(201, await enterLadder(deps, db, { ...params, playerId, at })),
  )

  serve(app, ENDPOINTS.leaveLadder, async ({ db, params, caller: { playerId }, arrivedAt: at }) =>
    answer(204, await leaveLadder(db, { ...params, playerId, at })),
  )

  serve(
    app,
    ENDPOINTS.changeLadder,
    async ({ db, params, body, caller: { playerId: byId }, arrivedAt: at }) =>
      answer(200, await changeLadder(db, { ...params, ...body, byId, at })),
  )

  serve(app, ENDPOINTS.challengeOnLadder, async ({ db, params, body, caller: { playerId } }) => {
    const { opponent } = body
    const game = await challengeOnLadder(deps, db, { ...params, playerId, opponent, at: deps.now() })
    return game.ok ? ok({ status: 201 as const, body: { game: game.value } }) : game
  })
}
