import { ok } from '@tegenzet/common'
import { APP_SCOPES, ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { RefusalError } from '../../refusal.ts'
import type { Auth } from '../auth/auth.ts'
import { createApp, deleteApp, getApp, listApps, rotateAppSecret, updateApp } from './apps.ts'
import { answerRequest, authorize, readRequest } from './authorization.ts'
import { disconnectApp, listConnectedApps } from './connections.ts'
import { issueToken } from './issue-token.ts'
import { revokeAppToken } from './revoke-app-token.ts'

/** Apps that act for players, by OAuth 2.1 with PKCE. */
export function registerOauth(app: FastifyInstance, deps: Deps, auth: Auth): void {
  serve(app, ENDPOINTS.createApp, async ({ db, caller, body, request }) =>
    answer(201, await createApp(deps, db, caller, body, clientOf(request))),
  )
  serve(app, ENDPOINTS.listApps, async ({ db, caller, query }) =>
    answer(200, await listApps(db, caller.accountId, query)),
  )
  serve(app, ENDPOINTS.getApp, async ({ db, caller, params }) =>
    answer(200, await getApp(db, caller.accountId, params.id)),
  )
  serve(app, ENDPOINTS.updateApp, async ({ db, caller, params, body }) =>
    answer(200, await updateApp(deps, db, caller, params.id, body)),
  )
  serve(app, ENDPOINTS.deleteApp, async ({ db, caller, params, request }) =>
    answer(204, await deleteApp(deps, db, caller, params.id, clientOf(request))),
  )
  serve(app, ENDPOINTS.rotateAppSecret, async ({ db, caller, params }) =>
    answer(200, await rotateAppSecret(db, caller.accountId, params.id)),
  )

  serve(app, ENDPOINTS.listConnectedApps, async ({ db, caller, query }) => {
    await app.writeLastUses()
    return answer(200, await listConnectedApps(db, caller.accountId, query))
  })
  serve(app, ENDPOINTS.disconnectApp, async ({ db, caller, params, request }) =>
    answer(204, await disconnectApp(deps, db, caller, params.id, clientOf(request))),
  )

  serve(app, ENDPOINTS.authorizeApp, async ({ query, caller, request, reply }) => {
    reply.header('location', await authorize(deps, auth, query, { caller, cookie: cookieOf(request) }))
    return answer(302, ok(undefined))
  })
  serve(app, ENDPOINTS.getAuthorizationRequest, async ({ db, query, caller, request }) =>
    answer(200, await readRequest(deps, db, auth, query.request, { caller, cookie: cookieOf(request) })),
  )
  serve(app, ENDPOINTS.consent, async ({ db, body, caller, request }) =>
    answer(
      200,
      await answerRequest(deps, db, auth, body, { caller, cookie: cookieOf(request) }, clientOf(request)),
    ),
  )

  app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm)
    serve(forms, ENDPOINTS.issueToken, async ({ db, body, request, reply }) => {
      const { authorization } = request.headers
      const issued = await issueToken(deps, db, { body, authorization })
      challengeClient(request, reply, issued.status)
      return ok(issued)
    })
    serve(forms, ENDPOINTS.revokeAppToken, async ({ db, body, request, reply }) => {
      const revoked = await revokeAppToken(deps, db, auth, body, request.headers.authorization)
      challengeClient(request, reply, revoked.status)
      return ok(revoked)
    })
  })

  const { publicUrl } = deps.config
  serve(app, ENDPOINTS.getAuthorizationServer, async () =>
    answer(
      200,
      ok({
        issuer: publicUrl,
        authorization_endpoint: publicUrl + ENDPOINTS.authorizeApp.path,
        token_endpoint: publicUrl + ENDPOINTS.issueToken.path,
        revocation_endpoint: publicUrl + ENDPOINTS.revokeAppToken.path,
        service_documentation: `${publicUrl}/api/docs`,
        scopes_supported: [...APP_SCOPES],
        response_types_supported: ['code' as const],
        response_modes_supported: ['query' as const],
        grant_types_supported: ['authorization_code' as const, 'refresh_token' as const],
        token_endpoint_auth_methods_supported: AUTH_METHODS,
        revocation_endpoint_auth_methods_supported: AUTH_METHODS,
        code_challenge_methods_supported: ['S256' as const],
        authorization_response_iss_parameter_supported: true as const,
      }),
    ),
  )
}

const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post']

const cookieOf = ({ headers }: FastifyRequest): string => headers.cookie ?? ''

/** RFC 6749 requires this header if the client used `Authorization`. */
function challengeClient({ headers }: FastifyRequest, reply: FastifyReply, status: number): void {
  if (status === 401 && headers.authorization) reply.header('www-authenticate', 'Basic realm="Tegenzet"')
}

/** RFC 6749 forbids repeated parameters. */
function parseForm(
  _: FastifyRequest,
  text: string,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const fields = [...new URLSearchParams(text)]
  const body = Object.fromEntries(fields)
  if (Object.keys(body).length < fields.length)
    done(new RefusalError('bad-request', 'A parameter was sent twice.'))
  else done(null, body)
}
