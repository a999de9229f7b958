import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Db } from '../../store/transaction.ts'
import { type LeaveGame, leaveGame } from './leave-game.ts'

export function registerLeaving(app: FastifyInstance): void {
  const leave = async (db: Db, command: LeaveGame) => {
    const left = await leaveGame(db, command)
    return left.ok ? ok({ status: 200 as const, body: { game: left.value } }) : left
  }
  serve(app, ENDPOINTS.resign, ({ db, params, caller: { playerId }, arrivedAt }) =>
    leave(db, { game: params.id, playerId, how: 'resign', arrivedAt }),
  )
  serve(app, ENDPOINTS.cancelGame, ({ db, params, caller: { playerId }, arrivedAt }) =>
    leave(db, { game: params.id, playerId, how: 'cancel', arrivedAt }),
  )
}
