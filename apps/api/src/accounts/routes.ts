import { normalizeIP } from '@fastify/rate-limit'
import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { answer, serve } from '../http/serve.ts'
import { sessionCookie } from '../http/session.ts'
import type { Auth } from './auth/auth.ts'
import { changeEmail, requestVerification, verifyEmail } from './email/verify-email.ts'
import { logIn } from './login/log-in.ts'
import { type LoggedIn, register } from './login/register.ts'
import { changePassword } from './password/change-password.ts'
import { requestPasswordReset, resetPassword } from './password/reset-password.ts'
import { getAccount } from './profile/get-account.ts'
import { updateAccount } from './profile/update-account.ts'
import { endSession } from './sessions/end-session.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions/sessions.ts'
import { createToken, listTokens, revokeLeakedToken, revokeToken } from './tokens/tokens.ts'

export function registerAccounts(app: FastifyInstance, deps: Deps, auth: Auth): void {
  const { name: cookieName, ...cookie } = sessionCookie(deps.config.publicUrl)

  /** Whoever was logged in with this browser no longer is. */
  const enter = async ({ account, setCookie }: LoggedIn, caller: Caller | null, reply: FastifyReply) => {
    await endSession(deps, caller)
    reply.header('set-cookie', setCookie)
    return { account }
  }

  serve(app, ENDPOINTS.register, async ({ body, caller, request, reply }) => {
    const result = await register(deps, auth, {
      ...body,
      address: normalizeIP(request.ip),
      userAgent: request.headers['user-agent'],
    })
    return result.ok ? answer(201, ok(await enter(result.value, caller, reply))) : result
  })
  serve(app, ENDPOINTS.logIn, async ({ body, caller, request, reply }) => {
    const result = await logIn(deps, auth, {
      ...body,
      address: normalizeIP(request.ip),
      userAgent: request.headers['user-agent'],
    })
    return result.ok ? answer(200, ok(await enter(result.value, caller, reply))) : result
  })
  serve(app, ENDPOINTS.logOut, async ({ caller, reply }) => {
    await endSession(deps, caller)
    reply.clearCookie(cookieName, cookie)
    return answer(204, ok(undefined))
  })

  serve(app, ENDPOINTS.getAccount, async ({ caller }) =>
    answer(200, await getAccount(deps, caller.accountId)),
  )
  serve(app, ENDPOINTS.updateAccount, async ({ caller, body }) =>
    answer(200, await updateAccount(deps, caller, body)),
  )

  serve(app, ENDPOINTS.changeEmail, async ({ caller, body, request }) =>
    answer(200, await changeEmail(deps, caller, { ...body, address: normalizeIP(request.ip) })),
  )
  serve(app, ENDPOINTS.requestVerification, async ({ caller }) =>
    answer(200, await requestVerification(deps, caller)),
  )
  serve(app, ENDPOINTS.verifyEmail, async ({ body }) => answer(200, await verifyEmail(deps, body.token)))
  serve(app, ENDPOINTS.requestPasswordReset, async ({ body, request }) =>
    answer(200, await requestPasswordReset(deps, { ...body, address: normalizeIP(request.ip) })),
  )
  serve(app, ENDPOINTS.resetPassword, async ({ body, request }) =>
    answer(200, await resetPassword(deps, { ...body, address: normalizeIP(request.ip) })),
  )
  serve(app, ENDPOINTS.changePassword, async ({ caller, body, request }) =>
    answer(200, await changePassword(deps, caller, { ...body, address: normalizeIP(request.ip) })),
  )
  serve(app, ENDPOINTS.listSessions, async ({ caller }) => answer(200, await listSessions(deps, caller)))
  serve(app, ENDPOINTS.endSession, async ({ caller, params }) =>
    answer(204, await endOneSession(deps, caller, params.id)),
  )
  serve(app, ENDPOINTS.endOtherSessions, async ({ caller }) =>
    answer(200, await endOtherSessions(deps, caller)),
  )

  serve(app, ENDPOINTS.createToken, async ({ caller, body }) =>
    answer(201, await createToken(deps, caller, body)),
  )
  serve(app, ENDPOINTS.listTokens, async ({ caller, query }) =>
    answer(200, await listTokens(deps, caller.accountId, query)),
  )
  serve(app, ENDPOINTS.revokeToken, async ({ caller, params }) =>
    answer(204, await revokeToken(deps, caller.accountId, params.id)),
  )
  serve(app, ENDPOINTS.revokeLeakedToken, async ({ body }) =>
    answer(204, await revokeLeakedToken(deps, body.token)),
  )
}
