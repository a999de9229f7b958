import { prismaAdapter } from '@better-auth/prisma-adapter'
import type { BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { SESSION_MS, sessionCookie } from '../../http/session.ts'
import { hashPassword, verifyPassword } from '../password/hash-password.ts'
import { CONSENT_PAGE, oauthModels, oauthPlugins } from './oauth-provider.ts'

export type Auth = ReturnType<typeof createAuth>

/**
 * The accounts library, for its server API alone: its HTTP handler is not mounted. It proves passwords and makes
 * sessions. Accounts are made by one statement of our own (`register.ts`), sessions are looked up by one
 * (`plugins/session.ts`): both write and read the library's own shape, so that its plugins find what they expect.
 */
export function createAuth(deps: Deps) {
  const { config, log, now } = deps
  const { prisma } = deps.database
  const { name, secure } = sessionCookie(config.publicUrl)
  return betterAuth({
    baseURL: config.publicUrl,
    secret: config.secret,
    // its models by its names: our `Account` is its `user`
    database: prismaAdapter(
      {
        user: prisma.account,
        session: prisma.session,
        account: prisma.credential,
        verification: prisma.verification,
        ...oauthModels(deps),
      },
      { provider: 'postgresql' },
    ),
    session: { fields: { userId: 'accountId' }, expiresIn: SESSION_MS / 1000 },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    databaseHooks: {
      session: {
        // by our clock, not the library's
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
    // its warnings are wrong passwords
    logger: { level: 'error', log: (_level, message) => log.error({ source: 'better-auth' }, message) },
  })
}

/** By which the library keeps what a session was begun with. */
export const browserHeaders = (userAgent = ''): Headers =>
  new Headers({ 'user-agent': userAgent.slice(0, 200) })

/** A session without a password, for who has just registered: not reachable from outside. */
const startSession = {
  id: 'start-session',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ accountId: z.number() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(String(ctx.body.accountId))
        const session = user && (await internalAdapter.createSession(user.id))
        if (!session) throw new Error(`no session for account ${ctx.body.accountId}`)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({})
      },
    ),
  },
} satisfies BetterAuthPlugin
