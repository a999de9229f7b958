import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import { type Position, positionsOf, ruleSet } from '@tegenzet/rules'
import { bestLine, groupOf, judgeMoves, NOT_COVERED } from '@tegenzet/tables'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { parseAsked, parsePositions } from '../fair-play/parse-positions.ts'
import { listTables } from './list-tables.ts'

export function registerTables(app: FastifyInstance, { tables }: Deps): void {
  app.addHook('onClose', () => tables.close())

  serve(app, ENDPOINTS.listTables, async ({ caller, reply }) => {
    keepPrivate(reply, caller)
    return ok({ status: 200, body: { items: await listTables(tables) } })
  })

  serve(app, ENDPOINTS.probePosition, async ({ db, params, query, caller, request, reply }) => {
    keepPrivate(reply, caller)
    const rules = ruleSet(params.rules)
    const parsed = parseAsked(rules, query.position)
    if (!parsed.ok) return parsed
    const position = parsed.value
    // a table is read only for what is answered: nothing of a running game is looked up
    const valued = (await tables.covers(rules, position)) ? [position] : []
    const refused = await app.refuseRunningFor(request, reply)(db, { rules, positions: [position], valued })
    if (refused) return refused
    const judged = await tables.judge(rules, position)
    const group = judged.covered ? groupOf(rules) : null
    const moves = (group && (await judgeMoves(group.rules, tables.source(group), position))) ?? []
    return ok({ status: 200, body: { ...judged, moves } })
  })

  serve(app, ENDPOINTS.probePositions, async ({ db, params, body, caller, request, reply }) => {
    keepPrivate(reply, caller)
    // the request itself has been counted
    const tooMany = app.countReads(request, reply, body.positions.length - 1)
    if (tooMany) return tooMany
    const rules = ruleSet(params.rules)
    const parsed = parsePositions(rules, body.positions, (n) => `/body/positions/${n}`)
    if (!parsed.ok) return parsed
    const positions = parsed.value
    const covered = await Promise.all(positions.map((position) => tables.covers(rules, position)))
    const valued = positions.filter((_, n) => covered[n])
    const asked = { rules, positions, valued }
    const refused = body.leaveOutRunning ? null : await app.refuseRunningFor(request, reply)(db, asked)
    if (refused) return refused
    const running = body.leaveOutRunning
      ? await app.findRunningFor(request, reply)(db, asked)
      : ok(new Set<Position>())
    if (!running.ok) return running
    const items = await Promise.all(
      positions.map(async (position) => {
        const leftOut = running.value.has(position)
        return { ...(leftOut ? NOT_COVERED : await tables.judge(rules, position)), leftOut }
      }),
    )
    return ok({ status: 200, body: { items } })
  })

  serve(app, ENDPOINTS.getTableLine, async ({ db, params, query, caller, request, reply }) => {
    keepPrivate(reply, caller)
    const rules = ruleSet(params.rules)
    const parsed = parseAsked(rules, query.position)
    if (!parsed.ok) return parsed
    const position = parsed.value
    const refuse = app.refuseRunningFor(request, reply)
    const isCovered = await tables.covers(rules, position)
    const barred = await refuse(db, { rules, positions: [position], valued: isCovered ? [position] : [] })
    if (barred) return barred
    const { covered, value, plies } = await tables.judge(rules, position)
    const group = covered ? groupOf(rules) : null
    const line = (group && (await bestLine(group.rules, tables.source(group), position))) ?? []
    // the line may arrive where a game of the caller stands
    const positions = positionsOf(rules, line, position)
    const asked = { rules, positions, valued: group ? positions : [] }
    const refused = await refuse(db, asked)
    return refused ?? ok({ status: 200, body: { covered, value, plies, line } })
  })
}

/** The answer depends on the caller's running games. */
function keepPrivate(reply: FastifyReply, caller: Caller | null): void {
  if (caller) reply.header('cache-control', 'private, no-store')
}
