import { ENDPOINTS } from '@tegenzet/contract'
import { ok, ruleSet, startPosition } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { answerAsJson, serve } from '../../http/serve.ts'
import { listGames } from '../../play/reading/list-games.ts'
import { refuse } from '../../refusal.ts'
import { permittedPosition } from '../fair-play/permitted-positions.ts'
import { withoutRunning } from '../fair-play/refuse-running.ts'
import { explore } from './explore.ts'
import { searchGames } from './search-games.ts'

export function registerExplorer(app: FastifyInstance): void {
  serve(app, ENDPOINTS.explore, async ({ tx, params, query, caller, arrivedAt, reply }) => {
    if (caller) reply.header('cache-control', 'private, no-store')
    const rules = ruleSet(params.rules)
    const text = query.position ?? startPosition(rules)
    const permitted = await permittedPosition(tx, caller, rules, text)
    if (!permitted.ok) return permitted
    const position = permitted.value
    const { rated, player, since } = query
    const explored = await explore(tx, { rules, position, rated, player, since, arrivedAt })
    if (!explored.ok) return explored
    const moves = await withoutRunning(tx, caller, rules, position, explored.value.moves)
    return answerAsJson(200, ok({ ...explored.value, moves }))
  })

  // lists of games are part of `play`, but for the search by position
  serve(app, ENDPOINTS.listGames, async ({ tx, query, caller, arrivedAt, reply }) => {
    const { position: text, ...filters } = query
    if (text === undefined) return answerAsJson(200, await listGames(tx, filters, caller, arrivedAt))
    if (caller) reply.header('cache-control', 'private, no-store')
    const { rules: id, player, limit, cursor, guests, sort, ...others } = filters
    if (!id) return refuse('validation', '`position` needs `rules`.')
    const hasOthers = Object.values(others).some((value) => value !== undefined)
    if (hasOthers || !guests || sort !== '-updatedAt')
      return refuse('validation', 'With `position` there can be no other filter than `rules` and `player`.')
    const rules = ruleSet(id)
    const permitted = await permittedPosition(tx, caller, rules, text)
    if (!permitted.ok) return permitted
    return answerAsJson(
      200,
      await searchGames(tx, { rules, position: permitted.value, player, limit, cursor, arrivedAt }),
    )
  })
}
