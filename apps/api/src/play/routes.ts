import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../http/access-checks.ts'
import { Json } from '../http/json-answer.ts'
import { type Handler, serve } from '../http/serve.ts'
import { registerClaims } from './claims/routes.ts'
import { playWithConditionalMoves } from './conditional-moves/play-with-conditional-moves.ts'
import { registerConditionalMoves } from './conditional-moves/routes.ts'
import { registerDeadlines } from './deadlines/routes.ts'
import { registerDraws } from './draws/routes.ts'
import { registerExports } from './exports/routes.ts'
import { registerGameAnalyses } from './game-analysis/routes.ts'
import { registerGifts } from './gifts/routes.ts'
import { registerLeaving } from './leaving/routes.ts'
import { registerMessages } from './messages/routes.ts'
import { playMove } from './moves/play-move.ts'
import { registerReading } from './reading/routes.ts'
import { registerRules } from './rules/routes.ts'
import { registerVacations } from './vacations/routes.ts'

/** Everything about games: the rules, playing, draws and claims, messages, own analyses, vacations. */
export function registerPlay(app: FastifyInstance, deps: Deps): void {
  registerRules(app)
  registerReading(app, deps)
  registerLeaving(app)
  registerGifts(app)
  registerDeadlines(app)
  registerMoves(app, deps)
  registerConditionalMoves(app)
  registerDraws(app, deps)
  registerClaims(app, deps)
  registerMessages(app, deps)
  registerGameAnalyses(app)
  registerExports(app, deps)
  registerVacations(app, deps)
}

function registerMoves(app: FastifyInstance, deps: Deps): void {
  const handle: Handler<typeof ENDPOINTS.playMove> = async ({ db, params, body, caller, arrivedAt }) => {
    const { offerDraw: terms, plan, ...move } = body
    if (move.message !== undefined) requireAccess('message:write', caller)
    const command = {
      ...move,
      game: params.id,
      playerId: caller.playerId,
      offerDraw: terms === true ? {} : terms,
      arrivedAt,
    }
    const played = await (plan
      ? playWithConditionalMoves(deps, db, command, plan.branches)
      : playMove(deps, db, command))
    if (!played.ok) return played
    const { game } = played.value
    return ok({ status: played.value.played ? 201 : 200, body: new Json(JSON.stringify({ game })) })
  }
  serve(app, ENDPOINTS.playMove, handle)
}
