import { ENDPOINTS } from '@tegenzet/contract'
import { positionsOf, ruleSet, startPosition } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { answerAsJson, serve } from '../../http/serve.ts'
import { listGames } from '../../play/reading/list-games.ts'
import { refuse } from '../../refusal.ts'
import { parseAsked } from '../fair-play/parse-positions.ts'
import { explore } from './explore.ts'
import { searchGames } from './search-games.ts'

export function registerExplorer(app: FastifyInstance): void {
  serve(app, ENDPOINTS.explore, async ({ db, params, query, caller, arrivedAt, request, reply }) => {
    if (caller) reply.header('cache-control', 'private, no-store')
    const rules = ruleSet(params.rules)
    const parsed = parseAsked(rules, query.position ?? startPosition(rules))
    if (!parsed.ok) return parsed
    const position = parsed.value
    const { rated, player, since } = query
    const explored = await explore(db, { rules, position, rated, player, since, arrivedAt })
    if (!explored.ok) return explored
    // the sums would tell of a move that is left out
    const next = explored.value.moves.flatMap(({ move }) => positionsOf(rules, [move], position).slice(1))
    const refused = await app.refuseRunningFor(request, reply)(db, { rules, positions: [position, ...next] })
    return refused ?? answerAsJson(200, explored)
  })

  // lists of games are part of `play`, but for the search by position
  serve(app, ENDPOINTS.listGames, async ({ db, query, caller, arrivedAt, request, reply }) => {
    const { position: text, ...filters } = query
    if (text === undefined) return answerAsJson(200, await listGames(db, filters, caller, arrivedAt))
    if (caller) reply.header('cache-control', 'private, no-store')
    const { rules: id, player, limit, cursor, guests, sort, ...others } = filters
    if (!id) return refuse('validation', '`position` needs `rules`.')
    const hasOthers = Object.values(others).some((value) => value !== undefined)
    if (hasOthers || !guests || sort !== '-updatedAt')
      return refuse('validation', 'With `position` there can be no other filter than `rules` and `player`.')
    const rules = ruleSet(id)
    const parsed = parseAsked(rules, text)
    if (!parsed.ok) return parsed
    const position = parsed.value
    const refused = await app.refuseRunningFor(request, reply)(db, { rules, positions: [position] })
    if (refused) return refused
    const inSlices = app.slicesFor(request, reply)
    const search = { rules, position, player, limit, cursor, arrivedAt }
    return answerAsJson(200, await searchGames(db, inSlices, search))
  })
}
