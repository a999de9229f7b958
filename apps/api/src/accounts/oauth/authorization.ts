import { ok, type Result } from '@tegenzet/common'
import {
  APP_SCOPES,
  type AppScope,
  type AuthorizationRequest,
  authorizeQuery,
  rolesAllowScope,
  SCOPES,
} from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { Auth } from '../auth/auth.ts'
import { ASK, CONSENT_PAGE, OFFLINE_ACCESS } from '../auth/oauth-provider.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { alertOwner } from '../security-log/record-event.ts'
import { upsertConnection } from './connection-store.ts'

type AuthorizeQuery = z.output<typeof authorizeQuery>

/** The player whom an app asks: the caller, and the session cookie, which better-auth reads itself. */
export interface Asked {
  caller: Caller | null
  cookie: string
}

/**
 * Where to send the browser of a player whom an app has sent here: to the consent page, or back to the app. Apps without
 * https are always asked about, because another program on the player's machine could receive the answer in their place
 * (RFC 8252, 8.6).
 */
export async function authorize(
  { config }: Deps,
  auth: Auth,
  query: AuthorizeQuery,
  requested: Asked,
): Promise<string> {
  const always = query.prompt === 'consent' || !query.redirect_uri?.startsWith('https:')
  const url = await nextStep(config.publicUrl, auth, query, requested, always)
  return url.startsWith(ASK) ? `${CONSENT_PAGE}?${new URLSearchParams(knownParameters(query))}` : url
}

/** What the consent page shows. */
export async function readRequest(
  deps: Deps,
  db: Db,
  auth: Auth,
  request: string,
  asked: Asked & { caller: Caller },
): Promise<Result<AuthorizationRequest, Refusal>> {
  const query = await parseRequest(deps, auth, request, asked)
  if (!query.ok) return query
  const { client_id: clientId, redirect_uri: redirectUri } = query.value
  const userId = asked.caller.accountId
  const app = await db.app.findUnique({ where: { clientId } })
  const connection = await db.connection.findUnique({ where: { clientId_userId: { clientId, userId } } })
  if (!app) return refuse('validation', 'The app was deleted.')
  return ok({
    app: { id: clientId, name: app.name, homepage: app.uri, createdAt: app.createdAt.toISOString() },
    scopes: scopesOf(scopesAsked(query.value.scope, asked.caller)),
    redirectUri,
    allowed: scopesOf(connection?.scopes ?? []),
  })
}

/** @returns where the browser takes the player's answer */
export async function answerRequest(
  deps: Deps,
  db: Db,
  auth: Auth,
  { request, accept }: { request: string; accept: boolean },
  asked: Asked & { caller: Caller },
  client: Client,
): Promise<Result<{ redirectTo: string }, Refusal>> {
  const query = await parseRequest(deps, auth, request, asked)
  if (!query.ok) return query
  const { config, now } = deps
  if (!accept) {
    const back = new URL(query.value.redirect_uri)
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The player did not allow it.')
    if (query.value.state !== undefined) back.searchParams.set('state', query.value.state)
    back.searchParams.set('iss', config.publicUrl)
    return ok({ redirectTo: back.toString() })
  }
  const { client_id: clientId } = query.value
  const { accountId } = asked.caller
  const connected = await inTransaction(db, async (tx) => {
    const refused =
      (await lockOwnAccount(deps, tx, asked.caller)) ?? (await proofRefused(deps, tx, asked.caller))
    if (refused) return refused
    const at = now()
    await upsertConnection(tx, {
      clientId,
      accountId,
      at,
      scopes: [...scopesAsked(query.value.scope, asked.caller), OFFLINE_ACCESS],
    })
    const app = await tx.app.findUnique({ where: { clientId }, select: { name: true } })
    if (app) await alertOwner(deps, tx, { accountId, kind: 'app-connected', subject: app.name, client, at })
    return ok(undefined)
  })
  if (!connected.ok) return connected
  const redirectTo = await nextStep(config.publicUrl, auth, query.value, asked, false)
  return redirectTo.startsWith(ASK)
    ? refuse('validation', 'The app has just been disconnected.')
    : ok({ redirectTo })
}

type AskableQuery = AuthorizeQuery & { client_id: string; redirect_uri: string }

/** The request's parameters, if the player can be asked about it. */
async function parseRequest(
  { config }: Deps,
  auth: Auth,
  request: string,
  asked: Asked,
): Promise<Result<AskableQuery, Refusal>> {
  const query = authorizeQuery.safeParse(Object.fromEntries(new URLSearchParams(request)))
  if (!query.success) return refuse('validation', 'The parameters contain characters that are not allowed.')
  const url = await nextStep(config.publicUrl, auth, query.data, asked, true)
  const { client_id, redirect_uri } = query.data
  // better-auth asks only about requests that have both
  if (url.startsWith(ASK))
    return ok({ ...query.data, client_id: existing(client_id), redirect_uri: existing(redirect_uri) })
  const { searchParams } = new URL(url, config.publicUrl)
  // better-auth’s description quotes the unknown scopes, which anybody can choose
  if (searchParams.get('error') === 'invalid_scope')
    return refuse('validation', 'The app asks for no scope, or for one that does not exist.')
  return refuse('validation', searchParams.get('error_description') ?? 'The app’s request is invalid.')
}

/**
 * What better-auth answers to a request: an address that begins with `ASK`, or where to send the browser.
 * @param always ask, even if the player has allowed all of it before
 */
async function nextStep(
  publicUrl: string,
  auth: Auth,
  query: AuthorizeQuery,
  { caller, cookie }: Asked,
  always: boolean,
): Promise<string> {
  const { scope, ...rest } = knownParameters(query)
  const scopes = scopesAsked(scope, caller)
  const headers = new Headers({ accept: 'application/json', cookie })
  const response: Response = await auth.api.oauth2Authorize({
    method: 'GET',
    body: {},
    // without a scope better-auth would grant them all; it refuses one that it does not know
    query: {
      ...rest,
      scope: scopes.length === 0 ? 'none' : [...scopes, OFFLINE_ACCESS].join(' '),
      ...(always && { prompt: 'consent' }),
    },
    headers,
    request: new Request(publicUrl, { headers }),
    asResponse: true,
  })
  if (!response.ok) throw new Error(`better-auth failed to authorize: ${await response.text()}`)
  const { url } = (await response.json()) as { url: string }
  return url
}

const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const

/** Leaves out parameters that are not supported, such as those of OpenID Connect. */
function knownParameters(query: AuthorizeQuery): Record<string, string> {
  const known: Record<string, string> = {}
  for (const name of PARAMETERS) if (query[name] !== undefined) known[name] = query[name]
  return known
}

/** Includes unknown scopes, which better-auth refuses. Leaves out scopes for which the player lacks the role. */
function scopesAsked(scope: string | undefined, caller: Caller | null): string[] {
  const asked = new Set((scope ?? '').split(' ').filter(Boolean))
  for (const scope of SCOPES) if (caller && !rolesAllowScope(caller.roles, scope)) asked.delete(scope)
  return [...asked]
}

/** The stored scopes in their usual order, without better-auth's own. */
export const scopesOf = (stored: readonly string[]): AppScope[] =>
  APP_SCOPES.filter((scope) => stored.includes(scope))
