import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { announceInClub, deleteClubAnnouncement } from './announce-in-club.ts'
import { acceptClubRequest, declineClubRequest } from './answer-request.ts'
import { changeClub } from './change-club.ts'
import { changeMember } from './change-member.ts'
import { createMembers } from './create-members.ts'
import { deleteClub } from './end-club.ts'
import { foundClub } from './found-club.ts'
import { endClubInvitation, listClubInvitations } from './invitation-list.ts'
import { inviteToClub } from './invite-to-club.ts'
import { joinClub, withdrawClubRequest } from './join-club.ts'
import { leaveClub } from './leave-club.ts'
import { listClubAnnouncements, listClubGames, listClubMembers, listClubRequests } from './list-club-parts.ts'
import { getClub, listClubs } from './list-clubs.ts'
import { removeMember } from './remove-member.ts'

export function registerClubs(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.foundClub, async ({ db, body, caller, arrivedAt: at }) => {
    const club = await foundClub(db, { body, caller, at })
    return club.ok ? ok({ status: 201 as const, body: { club: club.value } }) : club
  })
  serve(app, ENDPOINTS.listClubs, async ({ db, query, caller }) =>
    answer(200, await listClubs(db, query, caller)),
  )
  serve(app, ENDPOINTS.getClub, async ({ db, params, caller, arrivedAt: at }) =>
    answer(200, await getClub(db, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.changeClub, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(200, await changeClub(db, { ...params, body, caller, at })),
  )
  serve(app, ENDPOINTS.deleteClub, async ({ db, params, caller, arrivedAt: at }) =>
    answer(204, await deleteClub(db, { ...params, caller, at })),
  )
  registerMembers(app, deps)
  serve(app, ENDPOINTS.listClubAnnouncements, async ({ db, params, query }) =>
    answer(200, await listClubAnnouncements(db, params.slug, query)),
  )
  serve(app, ENDPOINTS.announceInClub, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(201, await announceInClub(deps, db, { ...params, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.deleteClubAnnouncement, async ({ db, params, caller }) =>
    answer(204, await deleteClubAnnouncement(db, { ...params, caller })),
  )
  serve(app, ENDPOINTS.listClubGames, async ({ db, params, query, arrivedAt }) =>
    answer(200, await listClubGames(db, params.slug, query, arrivedAt)),
  )
}

function registerMembers(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createMembers, async ({ db, body, caller, arrivedAt: at }) =>
    answer(201, await createMembers(deps, db, { body, caller, at })),
  )
  serve(app, ENDPOINTS.listClubMembers, async ({ db, params, query }) =>
    answer(200, await listClubMembers(db, params.slug, query)),
  )
  serve(app, ENDPOINTS.joinClub, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(201, await joinClub(deps, db, { ...params, invite: body?.invite, caller, at })),
  )
  serve(app, ENDPOINTS.leaveClub, async ({ db, params, caller, arrivedAt: at }) =>
    answer(204, await leaveClub(db, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.removeClubMember, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(204, await removeMember(db, { ...params, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.changeClubMember, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(200, await changeMember(db, { ...params, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.withdrawClubRequest, async ({ db, params, caller }) =>
    answer(204, await withdrawClubRequest(db, { ...params, caller })),
  )
  serve(app, ENDPOINTS.listClubRequests, async ({ db, params, query, caller: { playerId } }) =>
    answer(200, await listClubRequests(db, params.slug, query, playerId)),
  )
  serve(app, ENDPOINTS.acceptClubRequest, async ({ db, params, caller, arrivedAt: at }) =>
    answer(200, await acceptClubRequest(db, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.declineClubRequest, async ({ db, params, caller, arrivedAt: at }) =>
    answer(204, await declineClubRequest(db, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.inviteToClub, async ({ db, params, body, caller, arrivedAt: at }) =>
    answer(201, await inviteToClub(deps, db, { ...params, ...body, caller, at })),
  )
  serve(
    app,
    ENDPOINTS.listClubInvitations,
    async ({ db, params, query, caller: { playerId }, arrivedAt: at }) =>
      answer(200, await listClubInvitations(deps.config, db, { ...params, query, playerId, at })),
  )
  serve(app, ENDPOINTS.endClubInvitation, async ({ db, params, caller: { playerId } }) =>
    answer(204, await endClubInvitation(db, { ...params, playerId })),
  )
}
