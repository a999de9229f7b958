import { OIDC_MINUTES } from '@tegenzet/contract'
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import type { OidcConfig } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { boundedFetch, isAway } from './bounded-fetch.ts'
import { type Person, personOf } from './person.ts'

/** Discovery is repeated after this time, so that a provider that is away is noticed before people are sent there. */
const KEPT_MS = 10_000
const TIMEOUT_SECONDS = 5

/** What a browser takes to the provider and brings back. */
interface Trip {
  state: string
  nonce: string
  codeVerifier: string
  /** Whether the person has to log in there, also if they are logged in. */
  fresh: boolean
  startedAt: Date
}

/** `failed`: whatever came back is not the answer to this trip. The log says why. */
type ProviderProblem = 'unavailable' | 'denied' | 'failed' | 'not-admitted'

export interface OidcProvider {
  config: OidcConfig
  /** Where to send a browser, and what to know when it comes back. */
  start(fresh: boolean): Promise<{ url: string; trip: Trip } | { problem: ProviderProblem }>
  /** @param search the query that the browser came back with */
  finish(trip: Trip, search: string): Promise<{ person: Person } | { problem: ProviderProblem }>
}

/** The host's OpenID Connect provider, by openid-client. null: there is none. */
export function openOidcProvider({ config, log, now }: Pick<Deps, 'config' | 'log' | 'now'>) {
  const { oidc, publicUrl } = config
  if (!oidc) return null
  const redirectUri = `${publicUrl}/api/v1/session/oidc/callback`
  let kept: { at: number; found: Promise<Configuration> } | null = null

  function discovered(): Promise<Configuration> {
    const at = now().getTime()
    if (kept && Math.abs(at - kept.at) < KEPT_MS) return kept.found
    const found = discover(oidc as OidcConfig)
    kept = { at, found }
    found.catch(() => {
      kept = null
    })
    return found
  }

  const problemOf = (error: unknown): { problem: ProviderProblem } => {
    const problem = isAway(error) ? 'unavailable' : isDenied(error) ? 'denied' : 'failed'
    log.warn({ err: error, problem }, 'a log-in with the OpenID Connect provider came to nothing')
    return { problem }
  }

  const provider: OidcProvider = {
    config: oidc,
    async start(fresh) {
      try {
        const client = await import('openid-client')
        const found = await discovered()
        const trip: Trip = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          codeVerifier: client.randomPKCECodeVerifier(),
          fresh,
          startedAt: now(),
        }
        const url = client.buildAuthorizationUrl(found, {
          redirect_uri: redirectUri,
          scope: scopesFor(oidc, found).join(' '),
          state: trip.state,
          nonce: trip.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(trip.codeVerifier),
          code_challenge_method: 'S256',
          ...(fresh && { max_age: '0' }),
        })
        return { url: url.href, trip }
      } catch (error) {
        return problemOf(error)
      }
    },
    async finish({ state, nonce, codeVerifier, fresh, startedAt }, search) {
      try {
        const client = await import('openid-client')
        const found = await discovered()
        const secondsAgo = Math.min(
          Math.ceil((now().getTime() - startedAt.getTime()) / 1000),
          OIDC_MINUTES * 60,
        )
        const tokens = await client.authorizationCodeGrant(found, new URL(`${redirectUri}${search}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          // they have logged in since the trip began
          ...(fresh && { maxAge: secondsAgo }),
        })
        const idToken = tokens.claims() as IDToken
        const userInfo: Partial<UserInfoResponse> = found.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(found, tokens.access_token, idToken.sub)
          : {}
        const person = personOf(oidc, idToken, userInfo)
        if (!person) throw new Error('The ID token has another issuer, or a subject that is none.')
        return isAdmitted(oidc, { ...userInfo, ...idToken }) ? { person } : { problem: 'not-admitted' }
      } catch (error) {
        return problemOf(error)
      }
    },
  }
  return provider
}

/** @throws if the provider is away or is not the one it should be */
export async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const client = await import('openid-client')
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined
      ? client.None()
      : (as, ...request) => {
          // the default of the standard
          const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
          const authenticate = methods.includes('client_secret_basic') ? basic : post
          authenticate(as, ...request)
        },
    {
      [client.customFetch]: boundedFetch,
      timeout: TIMEOUT_SECONDS,
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** Some providers tell the claim that is required only with the scope of its name. */
const scopesFor = ({ require }: OidcConfig, found: Configuration): string[] => {
  const { scopes_supported: supported = [] } = found.serverMetadata()
  const needed = require && supported.includes(require.claim) ? [require.claim] : []
  return [...new Set(['openid', 'profile', 'email', ...needed])]
}

/** Whether the claim that the host requires holds. In a list one must be it. */
const isAdmitted = ({ require }: OidcConfig, claims: Record<string, unknown>): boolean =>
  require === null ||
  [claims[require.claim]].flat().some((value) => isText(value) && `${value}` === require.value)

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'error' in error && error.error === 'access_denied'
