import { z } from 'zod'
import { idParams, pageQuery } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MEMBERS_INVITATION, OPEN_SITE_INVITATIONS } from '../limits.ts'
import { STAFF_ROLES } from '../roles.ts'
import {
  createSiteInvitationBody,
  invitedPlayerPage,
  listSiteInvitationsQuery,
  siteInvitationPage,
  siteInvitationResponse,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts', access: 'session' })

export const SITE_INVITATION_ENDPOINTS = {
  createSiteInvitation: endpoint('createSiteInvitation', {
    summary: 'Invite people to this site',
    description: `Makes a link with which people can register where \`getAbout\` says \`registration: invite\`. Its key is returned only in this response. Members make invitations for up to ${MEMBERS_INVITATION.uses} people and ${MEMBERS_INVITATION.days} days (more is \`validation\`) and have ${OPEN_SITE_INVITATIONS} open at a time (more is \`limit-reached\`). Fails with \`forbidden\` if \`getAbout\` says \`invite: staff\` and you have no role, or your account is new, with \`email-not-verified\` if your address is not confirmed, with \`registration-closed\` if only staff make accounts, with \`conflict\` if registration is open, and with \`restricted\` if you may not start games.`,
    body: createSiteInvitationBody,
    responses: { 201: siteInvitationResponse },
    errors: [
      'forbidden',
      'email-not-verified',
      'registration-closed',
      'conflict',
      'limit-reached',
      'restricted',
    ],
  }),
  listSiteInvitations: endpoint('listSiteInvitations', {
    summary: 'List invitations to this site',
    description:
      'Your own that were not ended, newest first. Staff see those of everybody, also ended ones. The links are not included.',
    query: listSiteInvitationsQuery,
    responses: { 200: siteInvitationPage },
  }),
  endSiteInvitation: endpoint('endSiteInvitation', {
    summary: 'End an invitation to this site',
    description:
      'Nobody can register with it any more; who has, stays. One of yours; staff end those of everybody. Fails with `not-found` if there is none, or it was ended before.',
    params: idParams,
    responses: { 204: 'Ended' },
    errors: ['not-found'],
  }),
  listInvitedPlayers: endpoint('listInvitedPlayers', {
    tag: 'Admin',
    summary: 'List who registered with an invitation',
    description: 'Newest first. Those whose accounts were deleted are left out.',
    roles: STAFF_ROLES,
    params: idParams,
    query: z.strictObject(pageQuery),
    responses: { 200: invitedPlayerPage },
    errors: ['not-found'],
  }),
}
