import { z } from 'zod'
import { instant, page, pageQuery, playerSchema, publicName } from '../common.ts'
import { MEMBERS_INVITATION, STAFF_INVITATION } from '../limits.ts'

export const createSiteInvitationBody = z.strictObject({
  uses: z
    .int()
    .min(1)
    .max(STAFF_INVITATION.uses)
    .describe(`How many people may register with it. Members: at most ${MEMBERS_INVITATION.uses}`),
  days: z
    .int()
    .min(1)
    .max(STAFF_INVITATION.days)
    .describe(`After how many days it expires. Members: at most ${MEMBERS_INVITATION.days}`),
  note: publicName(100).optional().describe('Whom it is for. Only you and staff see it'),
})

const siteInvitationSchema = z
  .object({
    id: z.int(),
    url: z
      .url()
      .nullable()
      .describe(
        'The page on which people register with it. Only in the answer of `createSiteInvitation`: the server does not keep it',
      ),
    uses: z.int().describe('How many people may register with it'),
    used: z.int().describe('How many have'),
    note: z.string().nullable(),
    by: playerSchema.describe('Who has made it'),
    createdAt: instant,
    expiresAt: instant,
    endedAt: instant
      .nullable()
      .describe('When it was ended; null if it was not. Only staff see ended invitations'),
  })
  .meta({ id: 'SiteInvitation', description: 'A link with which people can register on this site' })
export type SiteInvitation = z.output<typeof siteInvitationSchema>
export const siteInvitationResponse = z.object({ invitation: siteInvitationSchema })
export const siteInvitationPage = page(siteInvitationSchema)
export const listSiteInvitationsQuery = z.strictObject(pageQuery)

const invitedPlayerSchema = z
  .object({ player: playerSchema, at: instant.describe('When they registered') })
  .meta({ id: 'InvitedPlayer' })
export type InvitedPlayer = z.output<typeof invitedPlayerSchema>
export const invitedPlayerPage = page(invitedPlayerSchema)
