import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { createSiteInvitation } from './create-invitation.ts'
import { endSiteInvitation } from './end-invitation.ts'
import { listInvitedPlayers, listSiteInvitations } from './list-invitations.ts'

/** Links with which people can register on a site that is not open to everybody. */
export function registerSiteInvitations(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createSiteInvitation, async ({ db, caller, body }) => {
    const made = await createSiteInvitation(deps, db, caller, body)
    return made.ok ? answer(201, ok({ invitation: made.value })) : made
  })
  serve(app, ENDPOINTS.listSiteInvitations, async ({ db, caller, query }) =>
    answer(200, await listSiteInvitations(db, caller, query)),
  )
  serve(app, ENDPOINTS.endSiteInvitation, async ({ db, caller, params: { id }, arrivedAt: at }) =>
    answer(204, await endSiteInvitation(db, caller, { id, at })),
  )
  serve(app, ENDPOINTS.listInvitedPlayers, async ({ db, params, query }) =>
    answer(200, await listInvitedPlayers(db, params.id, query)),
  )
}
