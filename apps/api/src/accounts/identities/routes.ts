import { ok } from '@tegenzet/common'
import { ENDPOINTS, type OidcProblem } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { sessionCookie, setSessionCookie } from '../../http/session.ts'
import { refuse } from '../../refusal.ts'
import { endSession } from '../sessions/end-session.ts'
import { comeBack } from './come-back.ts'
import { completeLogIn } from './complete-log-in.ts'
import { type BegunStep, type KnownStep, openStep, STEP_SECONDS, sealStep } from './kept-step.ts'
import { listIdentities } from './list-identities.ts'
import { openOidcProvider } from './oidc-provider.ts'
import { invitationNeeded } from './sign-up.ts'
import { unlinkIdentity } from './unlink-identity.ts'

const NO_PROVIDER = refuse('not-found', 'This site has no OpenID Connect provider.')
const NOTHING_BEGUN = refuse(
  'not-found',
  'This browser has begun no log-in with the provider, or too long ago. Start again.',
)

export function registerIdentities(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const provider = openOidcProvider(deps)
  const { name, ...attributes } = sessionCookie(config.publicUrl)
  const cookieName = name.replace(/session$/, 'oidc')

  const keepStep = async (reply: FastifyReply, step: BegunStep | KnownStep) =>
    void reply.setCookie(cookieName, await sealStep(deps, step), { ...attributes, maxAge: STEP_SECONDS })
  const forgetStep = (reply: FastifyReply) => void reply.clearCookie(cookieName, attributes)
  async function readStep<S extends 'begun' | 'known'>(request: FastifyRequest, wanted: S) {
    const step = await openStep(deps, request.cookies[cookieName])
    return step?.step === wanted ? (step as Extract<BegunStep | KnownStep, { step: S }>) : null
  }
  function sendTo(reply: FastifyReply, url: string) {
    reply.header('location', url).header('cache-control', 'no-store')
    return answer(302, ok(undefined))
  }

  serve(app, ENDPOINTS.startOidc, async ({ query: { next, fresh }, caller, reply }) => {
    if (!provider) return NO_PROVIDER
    const act =
      fresh && caller && isPerson(caller) ? ({ kind: 'prove', accountId: caller.accountId } as const) : null
    const started = await provider.start(fresh)
    if ('problem' in started) return sendTo(reply, problemPage(started.problem, { act, next }))
    await keepStep(reply, { step: 'begun', act, next, ...started.trip })
    return sendTo(reply, started.url)
  })

  serve(app, ENDPOINTS.finishOidc, async ({ db, caller, request, reply }) => {
    if (!provider) return NO_PROVIDER
    const step = await readStep(request, 'begun')
    forgetStep(reply)
    if (!step) return sendTo(reply, problemPage('failed', { act: null, next: '/' }))
    const search = new URL(request.url, config.publicUrl).search
    const from = { client: clientOf(request), origin: undefined }
    const arrival = await comeBack(deps, db, provider, { step, search, caller, from })
    switch (arrival.kind) {
      case 'problem':
        return sendTo(reply, problemPage(arrival.problem, step))
      case 'continue':
        await keepStep(reply, arrival.step)
        return sendTo(reply, '/login/continue')
      case 'logged-in':
        await endSession(db, caller)
        setSessionCookie(reply, config, arrival.loggedIn.cookie)
        return sendTo(reply, step.next)
      case 'done':
        return sendTo(reply, step.next)
    }
  })

  serve(app, ENDPOINTS.getPendingOidc, async ({ request }) => {
    const step = await readStep(request, 'known')
    if (!step) return NOTHING_BEGUN
    const { identity, person, next } = step
    return ok({
      status: 200 as const,
      body: identity
        ? { step: 'second-factor' as const, username: null, email: null, invitationNeeded: false, next }
        : {
            step: 'username' as const,
            username: person.username,
            email: person.email?.address ?? null,
            invitationNeeded: invitationNeeded(config),
            next,
          },
    })
  })

  serve(app, ENDPOINTS.completeOidc, async ({ db, body, caller, request, reply }) => {
    const step = await readStep(request, 'known')
    if (!step) return NOTHING_BEGUN
    const from = { client: clientOf(request), origin: request.headers.origin }
    const entered = await completeLogIn(deps, db, step, body, { caller, from })
    if (!entered.ok) return entered
    forgetStep(reply)
    await endSession(db, caller)
    setSessionCookie(reply, config, entered.value.cookie)
    return ok({ status: 200 as const, body: { account: entered.value.account, next: step.next } })
  })

  serve(app, ENDPOINTS.listIdentities, async ({ db, caller }) =>
    answer(200, await listIdentities(config, db, caller.accountId)),
  )
  serve(app, ENDPOINTS.linkIdentity, async ({ caller, reply }) => {
    if (!provider) return NO_PROVIDER
    const started = await provider.start(false)
    if ('problem' in started)
      return refuse('unavailable', `${provider.config.name} does not answer. Try later.`)
    const act = { kind: 'link', accountId: caller.accountId } as const
    await keepStep(reply, { step: 'begun', act, next: SECURITY_PAGE, ...started.trip })
    return ok({ status: 200 as const, body: { url: started.url } })
  })
  serve(app, ENDPOINTS.unlinkIdentity, async ({ db, caller, body, request }) =>
    answer(204, await unlinkIdentity(deps, db, caller, { ...body, client: clientOf(request) })),
  )
}

const SECURITY_PAGE = '/account/security'

const isPerson = ({ kind, guest }: Caller): boolean => kind === 'session' && !guest

/** The page that says what went wrong. After a log-in it leads to the same page as before. */
function problemPage(problem: OidcProblem, { act, next }: Pick<BegunStep, 'act' | 'next'>): string {
  if (act) return `${SECURITY_PAGE}?${new URLSearchParams({ problem })}`
  return `/login?${new URLSearchParams({ problem, ...(next !== '/' && { next }) })}`
}
