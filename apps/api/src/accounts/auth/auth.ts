import { prismaAdapter } from '@better-auth/prisma-adapter'
import type { BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { SESSION_MS, sessionCookie } from '../../http/session.ts'
import type { Tx } from '../../store/transaction.ts'
import { CONSENT_PAGE, oauthModels, oauthPlugins } from './oauth-provider.ts'

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth, used for its server API only: its HTTP handler is not mounted. It creates sessions and is the OAuth
 * provider. Registering (`register.ts`), checking passwords and codes (`log-in.ts`) and looking up sessions
 * (`find-caller.ts`) are our own, on its tables.
 */
export function createAuth({ config, log, now }: Pick<Deps, 'config' | 'log' | 'now'>, tx: Tx) {
  const { name, secure } = sessionCookie(config.publicUrl)
  return betterAuth({
    baseURL: config.publicUrl,
    secret: config.secret,
    // better-auth's names: its `user` is our `Account`
    database: prismaAdapter(
      {
        user: tx.account,
        session: tx.session,
        account: tx.credential,
        verification: tx.verification,
        ...oauthModels(tx),
      },
      { provider: 'postgresql' },
    ),
    session: { fields: { userId: 'accountId' }, expiresIn: SESSION_MS / 1000 },
    databaseHooks: {
      session: {
        // uses the server's clock instead of better-auth's
        create: {
          before: async (session) => {
            const at = now()
            return {
              data: {
                ...session,
                createdAt: at,
                updatedAt: at,
                expiresAt: new Date(at.getTime() + SESSION_MS),
              },
            }
          },
        },
      },
    },
    advanced: {
      database: { generateId: 'serial' },
      useSecureCookies: false,
      cookies: { session_token: { name, attributes: { secure } } },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [startSession, ...oauthPlugins(config)],
    onAPIError: { errorURL: CONSENT_PAGE },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ source: 'better-auth' }, message) },
  })
}

/** Makes better-auth store the browser with the session. */
export const browserHeaders = (userAgent = ''): Headers =>
  new Headers({ 'user-agent': userAgent.slice(0, 200) })

/** Starts a session for somebody whose identity was checked. Not reachable from outside. */
const startSession = {
  id: 'start-session',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ accountId: z.number(), maxAge: z.number() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(String(ctx.body.accountId))
        const session = user && (await internalAdapter.createSession(user.id))
        if (!session) throw new Error(`no session for account ${ctx.body.accountId}`)
        await setSessionCookie(ctx, { session, user }, undefined, { maxAge: ctx.body.maxAge })
        return ctx.json({})
      },
    ),
  },
} satisfies BetterAuthPlugin
