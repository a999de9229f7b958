import { anna, bram } from '../people/example-players.ts'
import type { InvitedPlayer, SiteInvitation } from './schemas.ts'

const invitation: SiteInvitation = {
  id: 7,
  url: null,
  uses: 5,
  used: 2,
  note: 'Thursday evening',
  by: anna,
  createdAt: '2026-11-22T20:00:00.000Z',
  expiresAt: '2026-12-06T20:00:00.000Z',
  endedAt: null,
}
const invited: InvitedPlayer = { player: bram, at: '2026-11-23T19:30:00.000Z' }

export const SITE_INVITATION_EXAMPLES = {
  createSiteInvitation: {
    body: { uses: 5, days: 14, note: 'Thursday evening' },
    response: {
      invitation: {
        ...invitation,
        url: 'https://tegenzet.example/register#kGX3V0cYq1Zb7sXfJt5LwRd9uHn2pEo8',
        used: 0,
      },
    },
  },
  listSiteInvitations: { response: { items: [invitation], nextCursor: null } },
  listInvitedPlayers: { response: { items: [invited], nextCursor: null } },
}
