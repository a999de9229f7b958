import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { playerOf } from '../../http/caller.ts'
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

/** Of standings. */
const PLAYERS_PER_READ = 100

/** Whoever acts on a tournament that perhaps another player organises. */
const actorOf = ({ playerId, roles }: Caller) => ({ playerId, isAdmin: roles.includes('admin') })

export function registerTournaments(app: FastifyInstance, deps: Deps): void {
  const standings = standingsInMemory()

  serve(app, ENDPOINTS.createTournament, async ({ db, body, caller, arrivedAt }) =>
    answer(201, await createTournament(deps, db, { body, caller, arrivedAt })),
  )

  serve(app, ENDPOINTS.listTournaments, async ({ db, query, caller }) =>
    answer(200, await listTournaments(db, query, caller)),
  )

  serve(app, ENDPOINTS.getTournament, async ({ db, params: { id }, caller }) => {
    const row = await readTournament(db, id)
    if (!row) return tournamentNotFound(id)
    const view = tournamentViewFor(deps.config, row, caller)
    const ownEntry = caller ? await readEntryOf(db, id, caller.playerId) : undefined
    return ok({ status: 200, body: { ...view, ...(ownEntry !== undefined && { ownEntry }) } })
  })

  serve(app, ENDPOINTS.listTournamentEntries, async ({ db, params, query }) =>
    answer(200, await listEntries(db, params.id, query)),
  )

  serve(app, ENDPOINTS.enterTournament, async ({ db, params, body, caller, arrivedAt }) => {
    const { username, invite } = body ?? {}
    const entrant = username === undefined ? ok(playerOf(caller)) : await findPerson(db, username)
    if (!entrant.ok) return entrant
    const [playerId, byId] = [entrant.value.id, caller.playerId]
    return answer(
      201,
      await enterTournament(deps, db, { tournament: params.id, playerId, byId, invite, arrivedAt }),
    )
  })

  serve(app, ENDPOINTS.withdrawFromTournament, async ({ db, params, caller: { playerId }, arrivedAt: at }) =>
    answer(
      204,
      await leaveTournament(db, { tournament: params.id, playerId, why: 'withdrawn', byId: playerId, at }),
    ),
  )

  serve(app, ENDPOINTS.removeFromTournament, async ({ db, params, body, caller, arrivedAt: at }) => {
    const { id: tournament, username } = params
    return answer(204, await removeEntrant(db, { tournament, username, ...body, caller, at }))
  })
  serve(app, ENDPOINTS.startTournament, async ({ db, params, caller, arrivedAt: at }) => {
    const by = actorOf(caller)
    const started = await startTournament(db, { tournament: params.id, by, at })
    if (!started.ok) return started
    return ok({ status: 200, body: tournamentViewFor(deps.config, started.value, caller) })
  })

  serve(app, ENDPOINTS.cancelTournament, async ({ db, params, caller, arrivedAt: at }) => {
    const by = actorOf(caller)
    const cancelled = await cancelTournament(db, { tournament: params.id, by, at })
    if (!cancelled.ok) return cancelled
    return ok({ status: 200, body: tournamentViewFor(deps.config, cancelled.value, caller) })
  })

  serve(app, ENDPOINTS.announceToEntrants, async ({ db, params, body, caller, arrivedAt: at }) => {
    const by = actorOf(caller)
    return answer(201, await announceToEntrants(db, { tournament: params.id, by, text: body.text, at }))
  })

  serve(app, ENDPOINTS.getStandings, async ({ db, params: { id }, query, ...call }) => {
    const tournament = await readTournament(db, id)
    if (!tournament) return tournamentNotFound(id)
    const { stage = tournament.stage, group } = query
    if (stage > tournament.stage) return refuse('not-found', `The tournament has no stage ${stage} yet.`)
    const found = await standings(db, tournament, stage, group)
    // whether they have changed is read player by player
    const tooMany = app.countReads(call.request, call.reply, Math.floor(found.players / PLAYERS_PER_READ))
    return tooMany ?? cached(found, call, 'no-cache')
  })

  serve(app, ENDPOINTS.getClaimStakes, async ({ db, params }) =>
    answer(200, await getClaimStakes(db, params.id)),
  )

  serve(app, ENDPOINTS.listTournamentGames, async ({ db, params, query, arrivedAt }) =>
    answer(200, await listGamesOf(db, params.id, query, arrivedAt)),
  )

  serve(app, ENDPOINTS.listTournamentLog, async ({ db, params, query }) =>
    answer(200, await listLog(db, params.id, query)),
  )
}
