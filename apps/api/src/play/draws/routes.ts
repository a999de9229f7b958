import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { readOffers } from '../game/draw-offer-store.ts'
import { gameNotFound } from '../game/endings.ts'
import { readGame } from '../game/game-store.ts'
import { type AnswerOffer, answerOffer } from './answer-offer.ts'
import { offerDraw } from './offer-draw.ts'

export function registerDraws(app: FastifyInstance, deps: Deps): void {
  const { database } = deps

  serve(
    app,
    ENDPOINTS.offerDraw,
    async ({ deps, params, body: terms = {}, caller: { playerId }, arrivedAt }) =>
      answer(201, await offerDraw(deps, { game: params.id, playerId, terms, arrivedAt })),
  )

  serve(app, ENDPOINTS.listDrawOffers, async ({ params: { id } }) => {
    if (!(await readGame(database, id))) return gameNotFound(id)
    return ok({ status: 200, body: { items: await readOffers(database, id) } })
  })

  const settle = async (deps: Deps, command: AnswerOffer) => {
    const game = await answerOffer(deps, command)
    return game.ok ? ok({ status: 200 as const, body: { game: game.value } }) : game
  }
  serve(app, ENDPOINTS.acceptDrawOffer, ({ deps, params, caller: { playerId }, arrivedAt }) =>
    settle(deps, { offer: params.id, playerId, how: 'accepted', arrivedAt }),
  )
  serve(app, ENDPOINTS.declineDrawOffer, ({ deps, params, body, caller: { playerId }, arrivedAt }) =>
    settle(deps, {
      offer: params.id,
      playerId,
      arrivedAt,
      how: 'declined',
      ...(body?.reason && { reason: body.reason }),
    }),
  )
}
