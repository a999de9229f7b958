import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type AccountClaims } from 'oidc-provider'

export const CLIENT = { OIDC_CLIENT_ID: 'tegenzet', OIDC_CLIENT_SECRET: 'a secret: with %signs & spaces' }

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A real OpenID Connect provider (oidc-provider) at which everybody logs in at once as whoever the test says. */
export interface IdentityProvider {
  issuer: string
  /** What it says about the people it knows, by their `sub`. */
  people: Map<string, AccountClaims>
  /** Who sits in front of the browser. */
  at: { sub: string }
  /** Lets it answer a path in another way, or not at all. */
  lies: Map<string, Answer>
  close(): Promise<void>
}

/** @param publicUrl of the site whose people it logs in */
export async function startIdentityProvider(publicUrl: string): Promise<IdentityProvider> {
  const people: IdentityProvider['people'] = new Map()
  const lies: IdentityProvider['lies'] = new Map()
  const at = { sub: '' }
  let handle: Answer = () => {}
  const http = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    const answer = lies.get(path) ?? handle
    answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const scopes = 'openid profile email groups'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/api/v1/session/oidc/callback`],
      },
    ],
    claims: { profile: ['preferred_username'], email: ['email', 'email_verified'], groups: ['groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['cookies of the provider'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 3600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope(scopes)
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  handle = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: at.sub } })
  }
  return {
    issuer,
    people,
    at,
    lies,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
