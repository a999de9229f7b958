import { account } from '../people/example-players.ts'
import type { Identity, PendingOidc } from './schemas.ts'

const identity: Identity = {
  id: 3,
  provider: 'Molenclub',
  usable: true,
  createdAt: '2026-11-20T18:00:00.000Z',
  lastUsedAt: '2026-11-22T19:40:00.000Z',
}
const pending: PendingOidc = {
  step: 'username',
  username: account.username,
  email: account.email,
  invitationNeeded: false,
  next: '/games/353379',
}

export const IDENTITY_EXAMPLES = {
  getPendingOidc: { response: pending },
  completeOidc: {
    body: { username: account.username, language: 'nl' as const },
    response: { account, next: pending.next },
  },
  listIdentities: { response: { items: [identity] } },
  linkIdentity: { response: { url: 'https://id.example/auth?client_id=tegenzet&state=3f9a' } },
  unlinkIdentity: { body: { id: identity.id } },
}
