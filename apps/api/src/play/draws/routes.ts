import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import type { Db } from '../../store/transaction.ts'
import { gameNotFound } from '../game/endings.ts'
import { readGame } from '../game/read-games.ts'
import { readOffers } from './draw-offer-store.ts'
import { offerDraw } from './offer-draw.ts'
import { type SettleOffer, settleOffer } from './settle-offer.ts'

export function registerDraws(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.offerDraw, async ({ db, params, body: terms = {}, caller: { playerId }, arrivedAt }) =>
    answer(201, await offerDraw(deps, db, { game: params.id, playerId, terms, arrivedAt })),
  )

  serve(app, ENDPOINTS.listDrawOffers, async ({ db, params: { id } }) => {
    if (!(await readGame(db, id))) return gameNotFound(id)
    return ok({ status: 200, body: { items: await readOffers(db, id) } })
  })

  const settle = async (db: Db, command: SettleOffer) => {
    const game = await settleOffer(db, command)
    return game.ok ? ok({ status: 200 as const, body: { game: game.value } }) : game
  }
  serve(app, ENDPOINTS.acceptDrawOffer, ({ db, params, caller: { playerId }, arrivedAt }) =>
    settle(db, { offer: params.id, playerId, how: 'accepted', arrivedAt }),
  )
  serve(app, ENDPOINTS.declineDrawOffer, ({ db, params, body, caller: { playerId }, arrivedAt }) =>
    settle(db, {
      offer: params.id,
      playerId,
      arrivedAt,
      how: 'declined',
      ...(body?.reason && { reason: body.reason }),
    }),
  )
  serve(app, ENDPOINTS.withdrawDrawOffer, ({ db, params, caller: { playerId }, arrivedAt }) =>
    settle(db, { offer: params.id, playerId, how: 'withdrawn', arrivedAt }),
  )
}
