import { ENDPOINTS } from '@tegenzet/contract'
import { ruleSet, startPosition } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { permittedPositions } from '../fair-play/permitted-positions.ts'
import { explore } from './explore.ts'

export function registerExplorer(app: FastifyInstance): void {
  serve(app, ENDPOINTS.explore, async ({ tx, params, query, caller, arrivedAt, reply }) => {
    if (caller) reply.header('cache-control', 'private, no-store')
    const rules = ruleSet(params.rules)
    const text = query.position ?? startPosition(rules)
    const permitted = await permittedPositions(tx, caller, rules, [text], () => '/querystring/position')
    if (!permitted.ok) return permitted
    const { rated, player, since } = query
    return answer(
      200,
      await explore(tx, { rules, position: permitted.value[0]!, rated, player, since, arrivedAt }),
    )
  })
}
