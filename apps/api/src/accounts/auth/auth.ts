import { prismaAdapter } from '@better-auth/prisma-adapter'
import { betterAuth } from 'better-auth'
import type { Deps } from '../../deps.ts'
import { SESSION_MS, sessionCookie } from '../../http/session.ts'
import type { Db } from '../../store/transaction.ts'
import { CONSENT_PAGE, oauthModels, oauthPlugins } from './oauth-provider.ts'

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth, used for its server API only: its HTTP handler is not mounted. It is the OAuth provider. Registering
 * (`register.ts`), checking passwords and codes (`log-in.ts`), starting sessions (`start-session.ts`) and looking them up
 * (`find-caller.ts`) are our own, on its tables.
 */
export function createAuth({ config, log }: Pick<Deps, 'config' | 'log'>, db: Db) {
  const { name, secure } = sessionCookie(config.publicUrl)
  return betterAuth({
    baseURL: config.publicUrl,
    secret: config.secret,
    // better-auth's names: its `user` is our `Account`
    database: prismaAdapter(
      {
        user: db.account,
        session: db.session,
        account: db.credential,
        verification: db.verification,
        ...oauthModels(db),
      },
      { provider: 'postgresql' },
    ),
    session: { fields: { userId: 'accountId' }, expiresIn: SESSION_MS / 1000 },
    advanced: {
      database: { generateId: 'serial' },
      useSecureCookies: false,
      cookies: { session_token: { name, attributes: { secure } } },
      ipAddress: { disableIpTracking: true },
    },
    plugins: oauthPlugins(config),
    onAPIError: { errorURL: CONSENT_PAGE },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ source: 'better-auth' }, message) },
  })
}
