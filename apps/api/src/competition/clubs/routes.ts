import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { announceInClub, deleteClubAnnouncement } from './announce-in-club.ts'
import { acceptClubRequest, declineClubRequest } from './answer-request.ts'
import { changeClub } from './change-club.ts'
import { changeMember } from './change-member.ts'
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
  serve(app, ENDPOINTS.foundClub, async ({ tx, body, caller, arrivedAt: at }) => {
    const club = await foundClub(tx, { body, caller, at })
    return club.ok ? ok({ status: 201 as const, body: { club: club.value } }) : club
  })
  serve(app, ENDPOINTS.listClubs, async ({ tx, query, caller }) =>
    answer(200, await listClubs(tx, query, caller)),
  )
  serve(app, ENDPOINTS.getClub, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(200, await getClub(tx, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.changeClub, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(200, await changeClub(tx, { ...params, body, caller, at })),
  )
  serve(app, ENDPOINTS.deleteClub, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(204, await deleteClub(tx, { ...params, caller, at })),
  )
  registerMembers(app, deps)
  serve(app, ENDPOINTS.listClubAnnouncements, async ({ tx, params, query }) =>
    answer(200, await listClubAnnouncements(tx, params.slug, query)),
  )
  serve(app, ENDPOINTS.announceInClub, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(201, await announceInClub(deps, tx, { ...params, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.deleteClubAnnouncement, async ({ tx, params, caller }) =>
    answer(204, await deleteClubAnnouncement(tx, { ...params, caller })),
  )
  serve(app, ENDPOINTS.listClubGames, async ({ tx, params, query, arrivedAt }) =>
    answer(200, await listClubGames(tx, params.slug, query, arrivedAt)),
  )
}

function registerMembers(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listClubMembers, async ({ tx, params, query }) =>
    answer(200, await listClubMembers(tx, params.slug, query)),
  )
  serve(app, ENDPOINTS.joinClub, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(201, await joinClub(deps, tx, { ...params, invite: body?.invite, caller, at })),
  )
  serve(app, ENDPOINTS.leaveClub, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(204, await leaveClub(tx, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.removeClubMember, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(204, await removeMember(tx, { ...params, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.changeClubMember, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(200, await changeMember(tx, { ...params, ...body, caller, at })),
  )
  serve(app, ENDPOINTS.withdrawClubRequest, async ({ tx, params, caller }) =>
    answer(204, await withdrawClubRequest(tx, { ...params, caller })),
  )
  serve(app, ENDPOINTS.listClubRequests, async ({ tx, params, query, caller: { playerId } }) =>
    answer(200, await listClubRequests(tx, params.slug, query, playerId)),
  )
  serve(app, ENDPOINTS.acceptClubRequest, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(200, await acceptClubRequest(tx, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.declineClubRequest, async ({ tx, params, caller, arrivedAt: at }) =>
    answer(204, await declineClubRequest(tx, { ...params, caller, at })),
  )
  serve(app, ENDPOINTS.inviteToClub, async ({ tx, params, body, caller, arrivedAt: at }) =>
    answer(201, await inviteToClub(deps, tx, { ...params, ...body, caller, at })),
  )
  serve(
    app,
    ENDPOINTS.listClubInvitations,
    async ({ tx, params, query, caller: { playerId }, arrivedAt: at }) =>
      answer(200, await listClubInvitations(deps.config, tx, { ...params, query, playerId, at })),
  )
  serve(app, ENDPOINTS.endClubInvitation, async ({ tx, params, caller: { playerId } }) =>
    answer(204, await endClubInvitation(tx, { ...params, playerId })),
  )
}
