import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { clientOf } from '../http/client.ts'
import { answer, serve } from '../http/serve.ts'
import { sessionCookie } from '../http/session.ts'
import { refuse } from '../refusal.ts'
import type { Tx } from '../store/transaction.ts'
import { setRoles } from './admins/set-roles.ts'
import { listStaff } from './admins/staff.ts'
import { changeEmail } from './email/change-email.ts'
import { requestVerification } from './email/mail-verification.ts'
import { verifyEmail } from './email/verify-email.ts'
import { registerFactors } from './factors/routes.ts'
import { addRoomyAddress, listRoomyAddresses, removeRoomyAddress } from './limits/roomy-addresses.ts'
import { createGuest } from './login/create-guest.ts'
import { logIn } from './login/log-in.ts'
import { proveIdentity } from './login/prove-identity.ts'
import { register } from './login/register.ts'
import type { LoggedIn } from './login/start-session.ts'
import { reportNotMe } from './not-me/report-not-me.ts'
import { revokeAll } from './not-me/revoke-all.ts'
import { registerPasskeys } from './passkeys/routes.ts'
import { changePassword } from './password/change-password.ts'
import { requestPasswordReset } from './password/request-password-reset.ts'
import { resetPassword } from './password/reset-password.ts'
import { getAccount } from './profile/get-account.ts'
import { updateAccount } from './profile/update-account.ts'
import { newPuzzle } from './puzzle/registration-puzzle.ts'
import { listSecurityEvents } from './security-log/list-events.ts'
import { endSession } from './sessions/end-session.ts'
import { endOneSession, endOtherSessions, listSessions, nameSession } from './sessions/sessions.ts'
import { createToken } from './tokens/create-token.ts'
import { listTokens } from './tokens/list-tokens.ts'
import { revokeLeakedToken, revokeToken } from './tokens/revoke-token.ts'
import { changeUsername } from './username/change-username.ts'

export function registerAccounts(app: FastifyInstance, deps: Deps): void {
  registerLogin(app, deps)
  registerAccount(app, deps)
  registerSessions(app, deps)
  registerSecurityLog(app, deps)
  registerFactors(app, deps)
  registerPasskeys(app, deps)
  registerTokens(app, deps)
  registerStaff(app, deps)
}

function registerLogin(app: FastifyInstance, deps: Deps): void {
  const { name: cookieName, ...attributes } = sessionCookie(deps.config.publicUrl)

  /** Ends the browser's earlier session. */
  const enter = async (
    tx: Tx,
    { account, cookie: { value, maxAge } }: LoggedIn,
    caller: Caller | null,
    reply: FastifyReply,
  ) => {
    await endSession(tx, caller)
    reply.setCookie(cookieName, value, { ...attributes, maxAge })
    return ok({ account })
  }

  serve(app, ENDPOINTS.getRegistrationPuzzle, async () =>
    ok({ status: 200 as const, body: { puzzle: newPuzzle(deps) } }),
  )
  serve(app, ENDPOINTS.createGuest, async ({ tx, body, caller, request, reply }) => {
    if (caller?.guest) {
      const account = await getAccount(tx, caller.accountId)
      return account.ok ? ok({ status: 201 as const, body: { account: account.value } }) : account
    }
    if (caller) return refuse('conflict', 'You are logged in. Log out first to play as a guest.')
    const result = await createGuest(deps, tx, { ...body, client: clientOf(request) })
    return result.ok ? answer(201, await enter(tx, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.register, async ({ tx, body, caller, request, reply }) => {
    const result = await register(deps, tx, { ...body, caller, client: clientOf(request) })
    return result.ok ? answer(201, await enter(tx, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.getSession, async ({ tx, caller }) => {
    const account = caller?.kind === 'session' ? await getAccount(tx, caller.accountId) : ok(null)
    return account.ok ? ok({ status: 200 as const, body: { account: account.value } }) : account
  })
  serve(app, ENDPOINTS.logIn, async ({ tx, body, caller, request, reply }) => {
    const from = { client: clientOf(request), origin: request.headers.origin }
    const result = await logIn(deps, tx, body, from)
    return result.ok ? answer(200, await enter(tx, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.proveIdentity, async ({ tx, body, caller, request }) =>
    answer(
      200,
      await proveIdentity(deps, tx, caller, body, {
        client: clientOf(request),
        origin: request.headers.origin,
      }),
    ),
  )
  serve(app, ENDPOINTS.logOut, async ({ tx, caller, reply }) => {
    await endSession(tx, caller)
    reply.clearCookie(cookieName, attributes)
    return answer(204, ok(undefined))
  })
}

function registerAccount(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getAccount, async ({ tx, caller }) =>
    answer(200, await getAccount(tx, caller.accountId)),
  )
  serve(app, ENDPOINTS.updateAccount, async ({ tx, caller, body }) =>
    answer(200, await updateAccount(deps, tx, caller, body)),
  )
  serve(app, ENDPOINTS.changeUsername, async ({ tx, caller, body, request }) =>
    answer(200, await changeUsername(deps, tx, caller, { ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.changeEmail, async ({ tx, caller, body, request }) =>
    answer(200, await changeEmail(deps, tx, caller, { ...body, address: clientOf(request).address })),
  )
  serve(app, ENDPOINTS.requestVerification, async ({ tx, caller }) =>
    answer(200, await requestVerification(deps, tx, caller)),
  )
  serve(app, ENDPOINTS.verifyEmail, async ({ tx, body, request }) =>
    answer(200, await verifyEmail(deps, tx, body.token, clientOf(request))),
  )
  serve(app, ENDPOINTS.requestPasswordReset, async ({ tx, body, request }) =>
    answer(200, await requestPasswordReset(deps, tx, { ...body, address: clientOf(request).address })),
  )
  serve(app, ENDPOINTS.resetPassword, async ({ tx, body, request }) =>
    answer(200, await resetPassword(deps, tx, { ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.changePassword, async ({ tx, caller, body, request }) =>
    answer(200, await changePassword(deps, tx, caller, { ...body, client: clientOf(request) })),
  )
}

function registerSessions(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listSessions, async ({ tx, caller }) =>
    answer(200, await listSessions(deps, tx, caller)),
  )
  serve(app, ENDPOINTS.nameSession, async ({ tx, caller, params, body, request }) =>
    answer(200, await nameSession(deps, tx, caller, { ...params, ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.endSession, async ({ tx, caller, params }) =>
    answer(204, await endOneSession(tx, caller, params.id)),
  )
  serve(app, ENDPOINTS.endOtherSessions, async ({ tx, caller }) =>
    answer(200, await endOtherSessions(tx, caller)),
  )
}

function registerSecurityLog(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listSecurityEvents, async ({ tx, caller, query }) =>
    answer(200, await listSecurityEvents(tx, caller.accountId, query)),
  )
  serve(app, ENDPOINTS.reportNotMe, async ({ tx, body, request }) =>
    answer(200, await reportNotMe(deps, tx, { ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.revokeAll, async ({ tx, caller, request }) =>
    answer(200, await revokeAll(deps, tx, caller, clientOf(request))),
  )
}

function registerTokens(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createToken, async ({ tx, caller, body, request }) =>
    answer(201, await createToken(deps, tx, caller, body, clientOf(request))),
  )
  serve(app, ENDPOINTS.listTokens, async ({ tx, caller, query }) => {
    await app.writeLastUses()
    return answer(200, await listTokens(tx, caller.accountId, query))
  })
  serve(app, ENDPOINTS.revokeToken, async ({ tx, caller, params, request }) =>
    answer(204, await revokeToken(deps, tx, caller, params.id, clientOf(request))),
  )
  serve(app, ENDPOINTS.revokeLeakedToken, async ({ tx, body }) =>
    answer(204, await revokeLeakedToken(deps, tx, body.token)),
  )
}

function registerStaff(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listStaff, async ({ tx, query }) => answer(200, await listStaff(deps, tx, query)))
  serve(app, ENDPOINTS.addRoomyAddress, async ({ tx, body, caller, arrivedAt: at }) =>
    ok({ status: 201 as const, body: await addRoomyAddress(tx, { body, byId: caller.playerId, at }) }),
  )
  serve(app, ENDPOINTS.listRoomyAddresses, async ({ tx, query, arrivedAt }) =>
    answer(200, await listRoomyAddresses(tx, query, arrivedAt)),
  )
  serve(app, ENDPOINTS.removeRoomyAddress, async ({ tx, params: { id }, caller, arrivedAt: at }) =>
    answer(204, await removeRoomyAddress(tx, { id, byId: caller.playerId, at })),
  )
  serve(app, ENDPOINTS.setRoles, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await setRoles(deps, tx, { ...params, ...body, caller, arrivedAt })),
  )
}
