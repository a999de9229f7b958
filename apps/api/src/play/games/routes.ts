import { ENDPOINTS } from '@tegenzet/contract'
import { legalMoves, ok, ruleSet } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, checkAccess, serve } from '../../http/serve.ts'
import { playWithPlan } from '../conditional-moves/play-with-conditional-moves.ts'
import { gameNotFound } from '../game/endings.ts'
import { readMoves, readPositions, readRecords, recordText, recordView } from '../game/game-record.ts'
import { gameView, readGame } from '../game/game-store.ts'
import { playMove } from '../moves/play-move.ts'
import { countGames } from './count-games.ts'
import { type LeaveGame, leaveGame } from './leave-game.ts'
import { listGames } from './list-games.ts'

export function registerGames(app: FastifyInstance, deps: Deps): void {
  const { database } = deps

  serve(app, ENDPOINTS.listGames, async ({ query, caller }) =>
    answer(200, await listGames(deps, query, caller)),
  )

  serve(app, ENDPOINTS.countGames, async ({ params, query }) =>
    answer(200, await countGames(deps, params.username, query)),
  )

  serve(app, ENDPOINTS.getGame, async ({ params: { id } }) => {
    const game = await readGame(database, id)
    return game ? ok({ status: 200, body: gameView(game) }) : gameNotFound(id)
  })

  serve(app, ENDPOINTS.getLegalMoves, async ({ params: { id } }) => {
    const game = await readGame(database, id)
    if (!game) return gameNotFound(id)
    const { rules, rulesRevision, position, ply } = game
    const moves = game.status === 'active' ? legalMoves(ruleSet(rules, rulesRevision), position) : []
    return ok({ status: 200, body: { ply, moves } })
  })

  serve(app, ENDPOINTS.playMove, async ({ params, body, caller, arrivedAt }) => {
    const { offerDraw: terms, plan, ...move } = body
    if (move.message !== undefined) checkAccess('message:write', caller)
    const offerDraw = terms === true ? {} : terms
    const { playerId } = caller
    const command = { ...move, game: params.id, playerId, offerDraw, arrivedAt }
    const played = await (plan ? playWithPlan(deps, command, plan.branches) : playMove(deps, command))
    if (!played.ok) return played
    const { game } = played.value
    return ok({ status: played.value.played ? 201 : 200, body: { game } })
  })

  serve(app, ENDPOINTS.listMoves, async ({ params: { id } }) => {
    if (!(await readGame(database, id))) return gameNotFound(id)
    return ok({ status: 200, body: { items: await readMoves(database, id) } })
  })

  serve(app, ENDPOINTS.listPositions, async ({ params: { id } }) => {
    const items = await readPositions(database, id)
    return items.length > 0 ? ok({ status: 200, body: { items } }) : gameNotFound(id)
  })

  serve(app, ENDPOINTS.exportGame, async ({ params: { id }, query: { format } }) => {
    const game = await readGame(database, id)
    if (!game) return gameNotFound(id)
    const asText = format === 'text'
    const [record] = await readRecords(database, [game], !asText)
    return ok(
      asText ? { status: 200, text: recordText(record!) } : { status: 200, body: recordView(record!) },
    )
  })

  const leave = async (deps: Deps, command: LeaveGame) => {
    const left = await leaveGame(deps, command)
    return left.ok ? ok({ status: 200 as const, body: { game: left.value } }) : left
  }
  serve(app, ENDPOINTS.resign, ({ deps, params, caller: { playerId }, arrivedAt }) =>
    leave(deps, { game: params.id, playerId, how: 'resign', arrivedAt }),
  )
  serve(app, ENDPOINTS.cancelGame, ({ deps, params, caller: { playerId }, arrivedAt }) =>
    leave(deps, { game: params.id, playerId, how: 'cancel', arrivedAt }),
  )
}
