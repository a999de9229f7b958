import { itemAt, ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import { legalMoves, ruleSet, SIDES } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, answerAsJson, serve } from '../../http/serve.ts'
import { MOVES_PER_READ } from '../../http/slices.ts'
import { hasTimedOut } from '../game/clock.ts'
import { gameNotFound } from '../game/endings.ts'
import { numberedInSteps, readMovesPlayed } from '../game/game-positions.ts'
import { readMoves, readRecords, recordText, recordView, withPositions } from '../game/game-record.ts'
import { gameView } from '../game/game-view.ts'
import { pgnRecord } from '../game/pgn-record.ts'
import { readGame } from '../game/read-games.ts'
import { withRatings } from '../ratings-beside-names/with-ratings.ts'
import { countGames } from './count-games.ts'
import { listPart } from './list-part.ts'

export function registerReading(app: FastifyInstance, { config: { publicUrl } }: Deps): void {
  serve(app, ENDPOINTS.countGames, async ({ db, params, query }) =>
    answer(200, await countGames(db, params.username, query)),
  )

  serve(app, ENDPOINTS.getGame, async ({ db, params: { id }, arrivedAt }) => {
    const game = await readGame(db, id)
    if (!game) return gameNotFound(id)
    const [view] = await withRatings(db, [gameView(game, arrivedAt)], SIDES, arrivedAt)
    return answerAsJson(200, ok(view))
  })

  serve(app, ENDPOINTS.getLegalMoves, async ({ db, params: { id }, arrivedAt }) => {
    const game = await readGame(db, id)
    if (!game) return gameNotFound(id)
    const { rules, rulesRevision, position, ply } = game
    const mayMove = game.status === 'active' && !hasTimedOut(game, arrivedAt)
    const moves = mayMove ? legalMoves(ruleSet(rules, rulesRevision), position) : []
    return ok({ status: 200, body: { ply, moves } })
  })

  serve(app, ENDPOINTS.listMoves, async ({ db, params: { id }, query }) =>
    answerAsJson(200, await listPart(db, id, query, async (part) => ok(await readMoves(db, id, part)))),
  )

  serve(app, ENDPOINTS.listPositions, async ({ db, params: { id }, query, request, reply }) =>
    answerAsJson(
      200,
      await listPart(db, id, query, async ({ after = -1, limit }) => {
        const played = (await readMovesPlayed(db, [id], limit && after + limit)).get(id)
        if (!played) return ok([])
        const numbered = await app.slicesFor(request, reply)(numberedInSteps(played), MOVES_PER_READ)
        return numbered.ok ? ok(numbered.value.slice(after + 1)) : numbered
      }),
    ),
  )

  serve(app, ENDPOINTS.exportGame, async ({ db, params: { id }, query, arrivedAt, request, reply }) => {
    const { format, times } = query
    const game = await readGame(db, id)
    if (!game) return gameNotFound(id)
    const record = itemAt(await readRecords(db, [game]), 0)
    if (format === 'json') {
      const whole = await app.slicesFor(request, reply)(withPositions(record), MOVES_PER_READ)
      return answerAsJson(200, whole.ok ? ok(recordView(whole.value, arrivedAt)) : whole)
    }
    const text = format === 'pgn' ? pgnRecord(record, times, publicUrl) : recordText(record, times)
    return ok({ status: 200, text })
  })
}
