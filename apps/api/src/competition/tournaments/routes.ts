import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { cached } from '../../http/etag.ts'
import { answer, serve } from '../../http/serve.ts'
import { refuse } from '../../refusal.ts'
import { announceToEntrants } from './announce-to-entrants.ts'
import { createTournament } from './create-tournament.ts'
import { enterTournament } from './enter-tournament.ts'
import { getClaimStakes } from './get-claim-stakes.ts'
import { leaveTournament } from './leave-tournament.ts'
import { listEntries, listGamesOf, listLog, readEntryOf } from './list-parts.ts'
import { listTournaments } from './list-tournaments.ts'
import { removeEntrant } from './remove-entrant.ts'
import { standingsInMemory } from './standings-in-memory.ts'
import { cancelTournament, startTournament } from './start-tournament.ts'
import { readTournament, tournamentNotFound } from './tournament-store.ts'
import { tournamentViewFor } from './tournament-view.ts'

/** Whoever acts on a tournament that perhaps another player organises. */
const actorOf = ({ playerId, roles }: Caller) => ({ playerId, isAdmin: roles.includes('admin') })

export function registerTournaments(app: FastifyInstance, deps: Deps): void {
  const standings = standingsInMemory()

  serve(app, ENDPOINTS.createTournament, async ({ tx, body, caller, arrivedAt }) =>
    answer(201, await createTournament(deps, tx, { body, caller, arrivedAt })),
  )

  serve(app, ENDPOINTS.listTournaments, async ({ tx, query, caller }) =>
    answer(200, await listTournaments(tx, query, caller)),
  )

  serve(app, ENDPOINTS.getTournament, async ({ tx, params: { id }, caller }) => {
    const row = await readTournament(tx, id)
    if (!row) return tournamentNotFound(id)
    const view = tournamentViewFor(deps.config, row, caller)
    const ownEntry = caller ? await readEntryOf(tx, id, caller.playerId) : undefined
    return ok({ status: 200, body: { ...view, ...(ownEntry !== undefined && { ownEntry }) } })
  })

  serve(app, ENDPOINTS.listTournamentEntries, async ({ tx, params, query }) =>
    answer(200, await listEntries(tx, params.id, query)),
  )

  serve(app, ENDPOINTS.enterTournament, async ({ tx, params, body, caller: { playerId }, arrivedAt }) =>
    answer(
      201,
      await enterTournament(deps, tx, { tournament: params.id, playerId, invite: body?.invite, arrivedAt }),
    ),
  )

  serve(app, ENDPOINTS.withdrawFromTournament, async ({ tx, params, caller: { playerId }, arrivedAt: at }) =>
    answer(
      204,
      await leaveTournament(tx, { tournament: params.id, playerId, why: 'withdrawn', byId: playerId, at }),
    ),
  )

  serve(app, ENDPOINTS.removeFromTournament, async ({ tx, params, body, caller, arrivedAt: at }) => {
    const { id: tournament, username } = params
    return answer(204, await removeEntrant(tx, { tournament, username, ...body, caller, at }))
  })
  serve(app, ENDPOINTS.startTournament, async ({ tx, params, caller, arrivedAt: at }) => {
    const by = actorOf(caller)
    const started = await startTournament(tx, { tournament: params.id, by, at })
    if (!started.ok) return started
    return ok({ status: 200, body: tournamentViewFor(deps.config, started.value, caller) })
  })

  serve(app, ENDPOINTS.cancelTournament, async ({ tx, params, caller, arrivedAt: at }) => {
    const by = actorOf(caller)
    const cancelled = await cancelTournament(tx, { tournament: params.id, by, at })
    if (!cancelled.ok) return cancelled
    return ok({ status: 200, body: tournamentViewFor(deps.config, cancelled.value, caller) })
  })

  serve(app, ENDPOINTS.announceToEntrants, async ({ tx, params, body, caller, arrivedAt: at }) => {
    const by = actorOf(caller)
    return answer(201, await announceToEntrants(tx, { tournament: params.id, by, text: body.text, at }))
  })

  serve(app, ENDPOINTS.getStandings, async ({ tx, params: { id }, query, ...call }) => {
    const tournament = await readTournament(tx, id)
    if (!tournament) return tournamentNotFound(id)
    const { stage = tournament.stage, group } = query
    if (stage > tournament.stage) return refuse('not-found', `The tournament has no stage ${stage} yet.`)
    return cached(await standings(tx, tournament, stage, group), call, 'no-cache')
  })

  serve(app, ENDPOINTS.getClaimStakes, async ({ tx, params }) =>
    answer(200, await getClaimStakes(tx, params.id)),
  )

  serve(app, ENDPOINTS.listTournamentGames, async ({ tx, params, query, arrivedAt }) =>
    answer(200, await listGamesOf(tx, params.id, query, arrivedAt)),
  )

  serve(app, ENDPOINTS.listTournamentLog, async ({ tx, params, query }) =>
    answer(200, await listLog(tx, params.id, query)),
  )
}
