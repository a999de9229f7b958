import { ENDPOINTS } from '@tegenzet/contract'
import { ok, ruleSet } from '@tegenzet/rules'
import { bestLine, groupOf, judgeMoves } from '@tegenzet/tables'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { listTables } from './list-tables.ts'
import { permittedPositions } from './permitted-positions.ts'

export function registerTables(app: FastifyInstance, { tables }: Deps): void {
  app.addHook('onClose', () => tables.close())

  serve(app, ENDPOINTS.listTables, async ({ caller, reply }) => {
    keepPrivate(reply, caller)
    return ok({ status: 200, body: { items: await listTables(tables) } })
  })

  serve(app, ENDPOINTS.probePosition, async ({ tx, params, query, caller, reply }) => {
    keepPrivate(reply, caller)
    const rules = ruleSet(params.rules)
    const permitted = await permittedPositions(tx, caller, rules, [query.position], () => IN_QUERY)
    if (!permitted.ok) return permitted
    const [position] = permitted.value
    const group = groupOf(rules)
    const judged = await tables.judge(rules, position!)
    const moves =
      group && judged.covered ? await judgeMoves(group.rules, tables.source(group), position!) : []
    return ok({ status: 200, body: { ...judged, moves: moves ?? [] } })
  })

  serve(
    app,
    ENDPOINTS.probePositions,
    async ({ tx, params, body: { positions }, caller, request, reply }) => {
      keepPrivate(reply, caller)
      // the request itself has been counted
      const tooMany = app.countReads(request, reply, positions.length - 1)
      if (tooMany) return tooMany
      const rules = ruleSet(params.rules)
      const permitted = await permittedPositions(tx, caller, rules, positions, (n) => `/body/positions/${n}`)
      if (!permitted.ok) return permitted
      const items = await Promise.all(permitted.value.map((position) => tables.judge(rules, position)))
      return ok({ status: 200, body: { items } })
    },
  )

  serve(app, ENDPOINTS.getTableLine, async ({ tx, params, query, caller, reply }) => {
    keepPrivate(reply, caller)
    const rules = ruleSet(params.rules)
    const permitted = await permittedPositions(tx, caller, rules, [query.position], () => IN_QUERY)
    if (!permitted.ok) return permitted
    const [position] = permitted.value
    const group = groupOf(rules)
    const { covered, value, plies } = await tables.judge(rules, position!)
    const line = group && covered ? await bestLine(group.rules, tables.source(group), position!) : []
    return ok({ status: 200, body: { covered, value, plies, line } })
  })
}

const IN_QUERY = '/querystring/position'

/** What one caller may see another may not. */
function keepPrivate(reply: FastifyReply, caller: Caller | null): void {
  if (caller) reply.header('cache-control', 'private, no-store')
}
