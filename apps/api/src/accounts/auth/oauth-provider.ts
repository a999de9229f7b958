import { oauthProvider } from '@better-auth/oauth-provider'
import {
  ACCESS_TOKEN_SECONDS,
  APP_SCOPES,
  AUTHORIZATION_CODE_SECONDS,
  REFRESH_TOKEN_SECONDS,
} from '@tegenzet/contract'
import { jwt } from 'better-auth/plugins'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { ACCESS_TOKEN_PREFIX, OFFLINE_ACCESS } from '../../http/session.ts'

export const REFRESH_TOKEN_PREFIX = 'tzr_'
export const SECRET_PREFIX = 'tzs_'

/** The web client's page that asks the player, or says what is wrong with the request. */
export const CONSENT_PAGE = '/authorize'

/** What the library is told to redirect to where the player is to be asked: only `authorization.ts` sees it. */
export const ASK = 'ask:'

/** Seconds in which a refresh token that is used again gets the same answer: the first was lost on the way. */
const REUSE_SECONDS = 60

/** The accounts library's OAuth 2.1 provider, for the three things that `routes.ts` asks of it. */
export const oauthPlugins = ({ publicUrl }: Config) => [
  // without it the provider keeps secrets rather than their hashes; nothing is ever signed
  jwt({ jwt: { issuer: publicUrl }, disableSettingJwtHeader: true }),
  oauthProvider({
    scopes: [...APP_SCOPES, OFFLINE_ACCESS],
    grantTypes: ['authorization_code', 'refresh_token'],
    loginPage: ASK,
    consentPage: ASK,
    codeExpiresIn: AUTHORIZATION_CODE_SECONDS,
    accessTokenExpiresIn: ACCESS_TOKEN_SECONDS,
    refreshTokenExpiresIn: REFRESH_TOKEN_SECONDS,
    refreshTokenReuseInterval: REUSE_SECONDS,
    prefix: {
      opaqueAccessToken: ACCESS_TOKEN_PREFIX,
      refreshToken: REFRESH_TOKEN_PREFIX,
      clientSecret: SECRET_PREFIX,
    },
    silenceWarnings: { oauthAuthServerConfig: true },
  }),
]

/** Its models by its names. Whichever access tokens it deletes, for whatever reason, their sockets are closed. */
export function oauthModels(deps: Deps) {
  const { prisma } = deps.database
  return {
    oauthClient: prisma.app,
    oauthConsent: prisma.connection,
    oauthRefreshToken: prisma.refreshToken,
    oauthAccessToken: endingSockets(deps).accessToken,
  }
}

/** The database, such that access tokens deleted through it end what is open by them, on every process. */
export const endingSockets = ({ database: { prisma }, live }: Deps) =>
  prisma.$extends({
    query: {
      accessToken: {
        async $allOperations({ operation, args, query }) {
          if (operation !== 'delete' && operation !== 'deleteMany') return query(args)
          const { where } = args as { where: object }
          const ended = await prisma.accessToken.findMany({ where, select: { id: true } })
          const result = await query(args)
          for (const { id } of ended) live.revoke(`app:${id}`)
          return result
        },
      },
    },
  })
