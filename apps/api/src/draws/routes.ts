import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { gameNotFound } from '../games/endings.ts'
import { readGame } from '../games/game-row.ts'
import { answer, serve } from '../plugins/serve.ts'
import { type AnswerOffer, answerOffer } from './answer-offer.ts'
import { listMessages } from './messages.ts'
import { offerDraw } from './offer-draw.ts'
import { readOffers } from './offer-row.ts'

export function registerDraws(app: FastifyInstance, deps: Deps): void {
  const { database, now } = deps

  serve(app, ENDPOINTS.offerDraw, async ({ params, body: terms = {}, caller: { playerId } }) =>
    answer(201, await offerDraw(deps, { game: params.id, playerId, terms, arrivedAt: now() })),
  )

  serve(app, ENDPOINTS.listDrawOffers, async ({ params: { id } }) => {
    if (!(await readGame(database, id))) return gameNotFound(id)
    return ok({ status: 200, body: { items: await readOffers(database, id) } })
  })

  const settle = async (command: Omit<AnswerOffer, 'arrivedAt'>) => {
    const game = await answerOffer(deps, { ...command, arrivedAt: now() })
    return game.ok ? ok({ status: 200 as const, body: { game: game.value } }) : game
  }
  serve(app, ENDPOINTS.acceptDrawOffer, ({ params, caller: { playerId } }) =>
    settle({ offer: params.id, playerId, how: 'accepted' }),
  )
  serve(app, ENDPOINTS.declineDrawOffer, ({ params, body, caller: { playerId } }) =>
    settle({ offer: params.id, playerId, how: 'declined', ...(body?.reason && { reason: body.reason }) }),
  )

  serve(app, ENDPOINTS.listMessages, async ({ params, query, caller: { playerId } }) =>
    answer(200, await listMessages(deps, { ...query, game: params.id, playerId })),
  )
}
