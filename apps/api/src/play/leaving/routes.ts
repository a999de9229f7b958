import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Tx } from '../../store/transaction.ts'
import { type LeaveGame, leaveGame } from './leave-game.ts'

export function registerLeaving(app: FastifyInstance): void {
  const leave = async (tx: Tx, command: LeaveGame) => {
    const left = await leaveGame(tx, command)
    return left.ok ? ok({ status: 200 as const, body: { game: left.value } }) : left
  }
  serve(app, ENDPOINTS.resign, ({ tx, params, caller: { playerId }, arrivedAt }) =>
    leave(tx, { game: params.id, playerId, how: 'resign', arrivedAt }),
  )
  serve(app, ENDPOINTS.cancelGame, ({ tx, params, caller: { playerId }, arrivedAt }) =>
    leave(tx, { game: params.id, playerId, how: 'cancel', arrivedAt }),
  )
}
