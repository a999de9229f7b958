import {
  ADMIN_SCOPES,
  APP_SCOPES,
  type AppScope,
  type AuthorizationRequest,
  authorizeQuery,
} from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { OFFLINE_ACCESS } from '../../http/session.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Auth } from '../auth/auth.ts'
import { ASK, CONSENT_PAGE } from '../auth/oauth-provider.ts'

export type AuthorizeQuery = z.output<typeof authorizeQuery>

/** Who answers an app's question: a browser's cookie, which the library reads, and whom we know by it. */
export interface Asked {
  caller: Caller | null
  cookie: string
}

/**
 * Where the browser of a player goes that an app has sent here: to be asked, or back, or to where it is said why not.
 * Only over https is it sure to be that app that an answer reaches: whoever else is on the machine could take its place,
 * and is not let in unseen (RFC 8252, 8.6).
 */
export async function authorize(
  { config }: Deps,
  auth: Auth,
  query: AuthorizeQuery,
  asked: Asked,
): Promise<string> {
  const always = query.prompt === 'consent' || !query.redirect_uri?.startsWith('https:')
  const url = await nextStep(config.publicUrl, auth, query, asked, always)
  return url.startsWith(ASK) ? `${CONSENT_PAGE}?${new URLSearchParams(knownParameters(query))}` : url
}

/** What is to be shown to the player who is asked. */
export async function readRequest(
  deps: Deps,
  auth: Auth,
  request: string,
  asked: Asked & { caller: Caller },
): Promise<Result<AuthorizationRequest, Refusal>> {
  const query = await askable(deps, auth, request, asked)
  if (!query.ok) return query
  const { prisma } = deps.database
  const clientId = query.value.client_id!
  const userId = asked.caller.accountId
  const [app, connection] = await Promise.all([
    prisma.app.findUnique({ where: { clientId } }),
    prisma.connection.findUnique({ where: { clientId_userId: { clientId, userId } } }),
  ])
  if (!app) return refuse('validation', 'The app was deleted.')
  return ok({
    app: { id: clientId, name: app.name, homepage: app.uri, createdAt: app.createdAt.toISOString() },
    scopes: scopesOf(scopesAsked(query.value.scope, asked.caller)),
    redirectUri: query.value.redirect_uri!,
    allowed: scopesOf(connection?.scopes ?? []),
  })
}

/** @returns where the browser goes with the player's answer */
export async function answerRequest(
  deps: Deps,
  auth: Auth,
  { request, accept }: { request: string; accept: boolean },
  asked: Asked & { caller: Caller },
): Promise<Result<{ redirectTo: string }, Refusal>> {
  const query = await askable(deps, auth, request, asked)
  if (!query.ok) return query
  const { publicUrl } = deps.config
  if (!accept) {
    const back = new URL(query.value.redirect_uri!)
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The player does not allow it.')
    if (query.value.state !== undefined) back.searchParams.set('state', query.value.state)
    back.searchParams.set('iss', publicUrl)
    return ok({ redirectTo: back.toString() })
  }
  await connect(deps, query.value.client_id!, asked.caller, scopesAsked(query.value.scope, asked.caller))
  const redirectTo = await nextStep(publicUrl, auth, query.value, asked, false)
  return redirectTo.startsWith(ASK)
    ? refuse('validation', 'The connection has just been ended.')
    : ok({ redirectTo })
}

/** What was allowed before stays allowed. Of an app that was deleted meanwhile there is nothing to connect. */
async function connect(
  { database, now }: Deps,
  clientId: string,
  { accountId }: Caller,
  scopes: readonly string[],
): Promise<void> {
  await database.prisma.$executeRaw`
    INSERT INTO connections AS c (client_id, account_id, scopes, created_at, updated_at)
    SELECT client_id, ${accountId}, ${[...scopes, OFFLINE_ACCESS]}, ${now()}, ${now()} FROM apps
    WHERE client_id = ${clientId}
    ON CONFLICT (client_id, account_id) DO UPDATE
    SET scopes = ARRAY(SELECT DISTINCT unnest(c.scopes || excluded.scopes)), updated_at = excluded.updated_at`
}

/** The request, where the player can be asked about it. */
async function askable(
  { config }: Deps,
  auth: Auth,
  request: string,
  asked: Asked,
): Promise<Result<AuthorizeQuery, Refusal>> {
  const query = authorizeQuery.safeParse(Object.fromEntries(new URLSearchParams(request)))
  if (!query.success) return refuse('validation', 'The parameters have characters that cannot be.')
  const url = await nextStep(config.publicUrl, auth, query.data, asked, true)
  if (url.startsWith(ASK)) return ok(query.data)
  const why = new URL(url, config.publicUrl).searchParams.get('error_description')
  return refuse('validation', why ?? 'The app’s request cannot be answered.')
}

/**
 * The library's word on a request: an address that begins with `ASK`, or where the browser goes.
 * @param always ask, even where all of it was allowed before
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
    // none at all would be every one to the library: what it does not know it refuses
    query: {
      ...rest,
      scope: scopes.length === 0 ? 'none' : [...scopes, OFFLINE_ACCESS].join(' '),
      ...(always && { prompt: 'consent' }),
    },
    headers,
    request: new Request(publicUrl, { headers }),
    asResponse: true,
  })
  if (!response.ok) throw new Error(`the library failed to authorize: ${await response.text()}`)
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

/** Without what we do not offer, OpenID Connect's above all. */
function knownParameters(query: AuthorizeQuery): Record<string, string> {
  const known: Record<string, string> = {}
  for (const name of PARAMETERS) if (query[name] !== undefined) known[name] = query[name]
  return known
}

/** Known or not: the library refuses those it does not know. An admin's only where an admin is asked. */
function scopesAsked(scope: string | undefined, caller: Caller | null): string[] {
  const asked = new Set((scope ?? '').split(' ').filter(Boolean))
  if (caller && caller.role !== 'admin') for (const each of ADMIN_SCOPES) asked.delete(each)
  return [...asked]
}

/** Scopes as they are kept, in their own order and without what is the library's. */
export const scopesOf = (kept: readonly string[]): AppScope[] =>
  APP_SCOPES.filter((scope) => kept.includes(scope))
