import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/caller.ts'
import { clientOf } from '../http/client.ts'
import { answer, serve } from '../http/serve.ts'
import { sessionCookie, setSessionCookie } from '../http/session.ts'
import { refuse } from '../refusal.ts'
import type { Db } from '../store/transaction.ts'
import { setRoles } from './admins/set-roles.ts'
import { listStaff } from './admins/staff.ts'
import { changeEmail } from './email/change-email.ts'
import { requestVerification } from './email/mail-verification.ts'
import { verifyEmail } from './email/verify-email.ts'
import { registerFactors } from './factors/routes.ts'
import { registerIdentities } from './identities/routes.ts'
import { addRoomyAddress, listRoomyAddresses, removeRoomyAddress } from './limits/roomy-addresses.ts'
import { createGuest } from './login/create-guest.ts'
import { logIn } from './login/log-in.ts'
import { logInWithCode } from './login/log-in-with-code.ts'
import { newProofOfWork } from './login/proof-of-work.ts'
import { proveIdentity } from './login/prove-identity.ts'
import { register } from './login/register.ts'
import type { LoggedIn } from './login/start-session.ts'
import { registerManaged } from './managed/routes.ts'
import { reportNotMe } from './not-me/report-not-me.ts'
import { revokeAll } from './not-me/revoke-all.ts'
import { registerPasskeys } from './passkeys/routes.ts'
import { changePassword } from './password/change-password.ts'
import { requestPasswordReset } from './password/request-password-reset.ts'
import { resetPassword } from './password/reset-password.ts'
import { getAccount } from './profile/get-account.ts'
import { updateAccount } from './profile/update-account.ts'
import { listSecurityEvents } from './security-log/list-events.ts'
import { endSession } from './sessions/end-session.ts'
import { endOneSession, endOtherSessions, listSessions, nameSession } from './sessions/sessions.ts'
import { registerSiteInvitations } from './site-invitations/routes.ts'
import { createToken } from './tokens/create-token.ts'
import { listTokens } from './tokens/list-tokens.ts'
import { revokeLeakedToken, revokeToken } from './tokens/revoke-token.ts'
import { changeUsername } from './username/change-username.ts'

export function registerAccounts(app: FastifyInstance, deps: Deps): void {
  registerLogin(app, deps)
  registerSiteInvitations(app, deps)
  registerAccount(app, deps)
  registerSessions(app, deps)
  registerSecurityLog(app, deps)
  registerFactors(app, deps)
  registerIdentities(app, deps)
  registerPasskeys(app, deps)
  registerTokens(app, deps)
  registerStaff(app, deps)
  registerManaged(app, deps)
}

function registerLogin(app: FastifyInstance, deps: Deps): void {
  const { name: cookieName, ...attributes } = sessionCookie(deps.config.publicUrl)

  /** Ends the browser's earlier session. */
  const enter = async (db: Db, { account, cookie }: LoggedIn, caller: Caller | null, reply: FastifyReply) => {
    await endSession(db, caller)
    setSessionCookie(reply, deps.config, cookie)
    return ok({ account })
  }

  serve(app, ENDPOINTS.getRegistrationPuzzle, async () =>
    ok({ status: 200 as const, body: { puzzle: newProofOfWork(deps) } }),
  )
  serve(app, ENDPOINTS.createGuest, async ({ db, body, caller, request, reply }) => {
    if (caller?.guest) {
      const account = await getAccount(db, caller.accountId)
      return account.ok ? ok({ status: 201 as const, body: { account: account.value } }) : account
    }
    if (caller) return refuse('conflict', 'You are logged in. Log out first to play as a guest.')
    const result = await createGuest(deps, db, { ...body, client: clientOf(request) })
    return result.ok ? answer(201, await enter(db, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.register, async ({ db, body, caller, request, reply }) => {
    const result = await register(deps, db, { ...body, caller, client: clientOf(request) })
    return result.ok ? answer(201, await enter(db, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.getSession, async ({ db, caller }) => {
    const account = caller?.kind === 'session' ? await getAccount(db, caller.accountId) : ok(null)
    return account.ok ? ok({ status: 200 as const, body: { account: account.value } }) : account
  })
  serve(app, ENDPOINTS.logIn, async ({ db, body, caller, request, reply }) => {
    const from = { client: clientOf(request), origin: request.headers.origin }
    const result = await logIn(deps, db, body, from)
    return result.ok ? answer(200, await enter(db, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.logInWithCode, async ({ db, body, caller, request, reply }) => {
    const from = { client: clientOf(request), origin: request.headers.origin }
    const result = await logInWithCode(deps, db, body, from)
    return result.ok ? answer(200, await enter(db, result.value, caller, reply)) : result
  })
  serve(app, ENDPOINTS.proveIdentity, async ({ db, body, caller, request }) =>
    answer(
      200,
      await proveIdentity(deps, db, caller, body, {
        client: clientOf(request),
        origin: request.headers.origin,
      }),
    ),
  )
  serve(app, ENDPOINTS.logOut, async ({ db, caller, reply }) => {
    await endSession(db, caller)
    reply.clearCookie(cookieName, attributes)
    return answer(204, ok(undefined))
  })
}

function registerAccount(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getAccount, async ({ db, caller }) =>
    answer(200, await getAccount(db, caller.accountId)),
  )
  serve(app, ENDPOINTS.updateAccount, async ({ db, caller, body }) =>
    answer(200, await updateAccount(deps, db, caller, body)),
  )
  serve(app, ENDPOINTS.changeUsername, async ({ db, caller, body, request }) =>
    answer(200, await changeUsername(deps, db, caller, { ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.changeEmail, async ({ db, caller, body, request }) =>
    answer(200, await changeEmail(deps, db, caller, { ...body, address: clientOf(request).address })),
  )
  serve(app, ENDPOINTS.requestVerification, async ({ db, caller }) =>
    answer(200, await requestVerification(deps, db, caller)),
  )
  serve(app, ENDPOINTS.verifyEmail, async ({ db, body, request }) =>
    answer(200, await verifyEmail(deps, db, body.token, clientOf(request))),
  )
  serve(app, ENDPOINTS.requestPasswordReset, async ({ db, body, request }) =>
    answer(200, await requestPasswordReset(deps, db, { ...body, address: clientOf(request).address })),
  )
  serve(app, ENDPOINTS.resetPassword, async ({ db, body, request }) =>
    answer(200, await resetPassword(deps, db, { ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.changePassword, async ({ db, caller, body, request }) =>
    answer(200, await changePassword(deps, db, caller, { ...body, client: clientOf(request) })),
  )
}

function registerSessions(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listSessions, async ({ db, caller }) =>
    answer(200, await listSessions(deps, db, caller)),
  )
  serve(app, ENDPOINTS.nameSession, async ({ db, caller, params, body, request }) =>
    answer(200, await nameSession(deps, db, caller, { ...params, ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.endSession, async ({ db, caller, params }) =>
    answer(204, await endOneSession(db, caller, params.id)),
  )
  serve(app, ENDPOINTS.endOtherSessions, async ({ db, caller }) =>
    answer(200, await endOtherSessions(db, caller)),
  )
}

function registerSecurityLog(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listSecurityEvents, async ({ db, caller, query }) =>
    answer(200, await listSecurityEvents(db, caller.accountId, query)),
  )
  serve(app, ENDPOINTS.reportNotMe, async ({ db, body, request }) =>
    answer(200, await reportNotMe(deps, db, { ...body, client: clientOf(request) })),
  )
  serve(app, ENDPOINTS.revokeAll, async ({ db, caller, request }) =>
    answer(200, await revokeAll(deps, db, caller, clientOf(request))),
  )
}

function registerTokens(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createToken, async ({ db, caller, body, request }) =>
    answer(201, await createToken(deps, db, caller, body, clientOf(request))),
  )
  serve(app, ENDPOINTS.listTokens, async ({ db, caller, query }) => {
    await app.writeLastUses()
    return answer(200, await listTokens(db, caller.accountId, query))
  })
  serve(app, ENDPOINTS.revokeToken, async ({ db, caller, params, request }) =>
    answer(204, await revokeToken(deps, db, caller, params.id, clientOf(request))),
  )
  serve(app, ENDPOINTS.revokeLeakedToken, async ({ db, body }) =>
    answer(204, await revokeLeakedToken(deps, db, body.token)),
  )
}

function registerStaff(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listStaff, async ({ db, query }) => answer(200, await listStaff(deps, db, query)))
  serve(app, ENDPOINTS.addRoomyAddress, async ({ db, body, caller, arrivedAt: at }) =>
    ok({ status: 201 as const, body: await addRoomyAddress(db, { body, byId: caller.playerId, at }) }),
  )
  serve(app, ENDPOINTS.listRoomyAddresses, async ({ db, query, arrivedAt }) =>
    answer(200, await listRoomyAddresses(db, query, arrivedAt)),
  )
  serve(app, ENDPOINTS.removeRoomyAddress, async ({ db, params: { id }, caller, arrivedAt: at }) =>
    answer(204, await removeRoomyAddress(db, { id, byId: caller.playerId, at })),
  )
  serve(app, ENDPOINTS.setRoles, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await setRoles(deps, db, { ...params, ...body, caller, arrivedAt })),
  )
}
