import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { refuse } from '../../refusal.ts'
import { enterTournament } from '../tournaments/enter-tournament.ts'
import { leaveTournament } from '../tournaments/leave-tournament.ts'
import { changeStay } from './change-stay.ts'
import { createLeague } from './create-league.ts'
import { leagueNotFound, readLeague, readLeagues, readNextSeason } from './read-leagues.ts'

export function registerLeagues(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listLeagues, async ({ db, caller }) =>
    ok({ status: 200, body: { items: await readLeagues(db, caller) } }),
  )

  serve(app, ENDPOINTS.getLeague, async ({ db, params: { rules }, query, caller }) => {
    const league = await readLeague(db, rules, query, caller)
    return league ? ok({ status: 200, body: league }) : leagueNotFound(rules)
  })

  serve(app, ENDPOINTS.enterLeague, async ({ db, params: { rules }, body, caller, arrivedAt }) => {
    const next = await readNextSeason(db, rules)
    if (!next) return leagueNotFound(rules)
    const { playerId } = caller
    const stay = body?.stay ?? false
    const entered = await enterTournament(deps, db, { tournament: next.id, playerId, stay, arrivedAt })
    return answer(201, entered.ok ? ok({ ...entered.value, stay }) : entered)
  })

  serve(app, ENDPOINTS.changeLeagueEntry, async ({ db, params, body, caller: { playerId }, arrivedAt: at }) =>
    answer(200, await changeStay(db, { ...params, ...body, playerId, at })),
  )

  serve(
    app,
    ENDPOINTS.leaveLeague,
    async ({ db, params: { rules }, caller: { playerId }, arrivedAt: at }) => {
      const next = await readNextSeason(db, rules)
      if (!next) return leagueNotFound(rules)
      const afterStart = refuse('conflict', 'The season has just started.')
      const leaving = {
        tournament: next.id,
        playerId,
        why: 'withdrawn',
        byId: playerId,
        afterStart,
        at,
      } as const
      return answer(204, await leaveTournament(db, leaving))
    },
  )

  serve(app, ENDPOINTS.createLeague, async ({ db, body, caller, arrivedAt }) =>
    answer(201, await createLeague(db, { body, caller, arrivedAt })),
  )
}
