import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { type Handler, Json, requireAccess, serve } from '../http/serve.ts'
import { registerClaims } from './claims/routes.ts'
import { playWithConditionalMoves } from './conditional-moves/play-with-conditional-moves.ts'
import { registerConditionalMoves } from './conditional-moves/routes.ts'
import { registerDraws } from './draws/routes.ts'
import { registerExports } from './exports/routes.ts'
import type { RecentGames } from './game/on-game.ts'
import { registerGameAnalyses } from './game-analysis/routes.ts'
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
  registerMoves(app, deps)
  registerConditionalMoves(app)
  registerDraws(app, deps)
  registerClaims(app, deps)
  registerMessages(app, deps)
  registerGameAnalyses(app)
  registerExports(app, deps)
  registerVacations(app, deps)
}

/** A remembered game takes about 2 kB. */
const MAX_RECENT_GAMES = 5000

function registerMoves(app: FastifyInstance, deps: Deps): void {
  const recent: RecentGames = new LRUCache({ max: MAX_RECENT_GAMES })
  const handle: Handler<typeof ENDPOINTS.playMove> = async ({ tx, params, body, arrivedAt, ...call }) => {
    const { caller, request, reply } = call
    const { offerDraw: terms, plan, ...move } = body
    const confirm = () => app.confirmCaller(request, reply)
    const isPlain = !terms && !plan && move.message === undefined
    if (!isPlain) await confirm()
    if (move.message !== undefined) requireAccess('message:write', request.caller)
    const command = {
      ...move,
      game: params.id,
      playerId: caller.playerId,
      offerDraw: terms === true ? {} : terms,
      arrivedAt,
      recent,
      remembered: isPlain ? { credential: caller.credential, confirm } : undefined,
    }
    const played = await (plan
      ? playWithConditionalMoves(deps, tx, command, plan.branches)
      : playMove(deps, tx, command))
    if (!played.ok) return played
    app.rememberCaller(request)
    const { game } = played.value
    return ok({ status: played.value.played ? 201 : 200, body: new Json(JSON.stringify({ game })) })
  }
  serve(app, ENDPOINTS.playMove, handle, { confirmsCaller: true })
}
