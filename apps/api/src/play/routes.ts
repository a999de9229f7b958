import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { checkAccess, type Handler, Json, serve } from '../http/serve.ts'
import { registerClaims } from './claims/routes.ts'
import { playWithConditionalMoves } from './conditional-moves/play-with-conditional-moves.ts'
import { registerConditionalMoves } from './conditional-moves/routes.ts'
import { registerDraws } from './draws/routes.ts'
import { registerExports } from './exports/routes.ts'
import { registerGames } from './games/routes.ts'
import { registerMessages } from './messages/routes.ts'
import { playMove } from './moves/play-move.ts'
import { plainMoves } from './moves/play-plain-move.ts'
import { registerNotes } from './notes/routes.ts'
import { registerRules } from './rules/routes.ts'
import { registerVacations } from './vacations/routes.ts'

/** Everything about games: the rules, playing, draws and claims, messages, notes, vacations. */
export function registerPlay(app: FastifyInstance, deps: Deps): void {
  registerRules(app)
  registerGames(app)
  registerMoves(app, deps)
  registerConditionalMoves(app)
  registerDraws(app, deps)
  registerClaims(app, deps)
  registerMessages(app, deps)
  registerNotes(app)
  registerExports(app)
  registerVacations(app, deps)
}

function registerMoves(app: FastifyInstance, deps: Deps): void {
  const plain = plainMoves(app.store)
  const handle: Handler<typeof ENDPOINTS.playMove> = async ({ tx, params, body, arrivedAt, ...call }) => {
    const { offerDraw: terms, plan, ...move } = body
    const isPlain = !terms && !plan && move.message === undefined
    if (isPlain) {
      const game = await plain.play({ ...move, game: params.id, arrivedAt, caller: call.caller })
      if (game !== null) {
        app.rememberCaller(call.request)
        return ok({ status: 201, body: new Json(JSON.stringify({ game })) })
      }
    }
    const caller = await app.confirmCaller(call.request, call.reply)
    if (move.message !== undefined) checkAccess('message:write', caller)
    const offerDraw = terms === true ? {} : terms
    const command = {
      ...{ ...move, game: params.id, playerId: caller.playerId, offerDraw, arrivedAt },
      remember: plain.recent,
    }
    const played = await (plan
      ? playWithConditionalMoves(deps, tx, command, plan.branches)
      : playMove(deps, tx, command))
    if (!played.ok) return played
    app.rememberCaller(call.request)
    const { game } = played.value
    return ok({ status: played.value.played ? 201 : 200, body: { game } })
  }
  serve(app, ENDPOINTS.playMove, handle, { confirmsCaller: true })
}
