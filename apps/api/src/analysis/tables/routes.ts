import { ENDPOINTS } from '@tegenzet/contract'
import { ok, positionsOf, type RuleSet, ruleSet } from '@tegenzet/rules'
import { bestLine, groupOf, judgeMoves } from '@tegenzet/tables'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { Tx } from '../../store/transaction.ts'
import { permittedPosition, permittedPositions } from '../fair-play/permitted-positions.ts'
import { refuseRunning, withoutRunning } from '../fair-play/refuse-running.ts'
import { listTables } from './list-tables.ts'

export function registerTables(app: FastifyInstance, { tables }: Deps): void {
  app.addHook('onClose', () => tables.close())

  serve(app, ENDPOINTS.listTables, async ({ caller, reply }) => {
    keepPrivate(reply, caller)
    return ok({ status: 200, body: { items: await listTables(tables) } })
  })

  /** Judges the position of a query. `group` is null if no table covers it. */
  async function judge(tx: Tx, caller: Caller | null, rules: RuleSet, text: string) {
    const permitted = await permittedPosition(tx, caller, rules, text)
    if (!permitted.ok) return permitted
    const position = permitted.value
    const judged = await tables.judge(rules, position)
    return ok({ position, judged, group: judged.covered ? groupOf(rules) : null })
  }

  serve(app, ENDPOINTS.probePosition, async ({ tx, params, query, caller, reply }) => {
    keepPrivate(reply, caller)
    const found = await judge(tx, caller, ruleSet(params.rules), query.position)
    if (!found.ok) return found
    const { position, judged, group } = found.value
    const all = group && (await judgeMoves(group.rules, tables.source(group), position))
    const moves = await withoutRunning(tx, caller, ruleSet(params.rules), position, all ?? [])
    return ok({ status: 200, body: { ...judged, moves } })
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
    const found = await judge(tx, caller, ruleSet(params.rules), query.position)
    if (!found.ok) return found
    const { position, group, judged } = found.value
    const { covered, value, plies } = judged
    const line = (group && (await bestLine(group.rules, tables.source(group), position))) ?? []
    // it may arrive where a game of the caller stands
    const rules = ruleSet(params.rules)
    const refused = await refuseRunning(tx, caller, rules, positionsOf(rules, line, position))
    return refused ?? ok({ status: 200, body: { covered, value, plies, line } })
  })
}

/** The answer depends on the caller's running games. */
function keepPrivate(reply: FastifyReply, caller: Caller | null): void {
  if (caller) reply.header('cache-control', 'private, no-store')
}
