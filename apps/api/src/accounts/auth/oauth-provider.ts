import { oauthProvider } from '@better-auth/oauth-provider'
import {
  ACCESS_TOKEN_SECONDS,
  APP_SCOPES,
  AUTHORIZATION_CODE_SECONDS,
  REFRESH_TOKEN_SECONDS,
} from '@tegenzet/contract'
import { jwt } from 'better-auth/plugins'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../store/transaction.ts'
import { closingAccessTokens } from '../credentials/closing-access-tokens.ts'
import { ACCESS_TOKEN_PREFIX } from '../credentials/token-secret.ts'

export const REFRESH_TOKEN_PREFIX = 'tzr_'
export const SECRET_PREFIX = 'tzs_'

/** Every app's token also has this scope, because better-auth refreshes no others. */
export const OFFLINE_ACCESS = 'offline_access'

/** The web client's page that asks the player, or explains what is wrong with the request. */
export const CONSENT_PAGE = '/authorize'

/** Where better-auth redirects to if the player must be asked. Only `authorization.ts` sees it. */
export const ASK = 'ask:'

/** A refresh token that is sent again within this time gets the same answer: the first one may have been lost. */
const REUSE_SECONDS = 60

/** better-auth's OAuth 2.1 provider. */
export const oauthPlugins = ({ publicUrl }: Config) => [
  // without this the provider stores secrets instead of their hashes; nothing is ever signed
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

/** The provider's models under its own names. */
export const oauthModels = (db: Db) => ({
  oauthClient: db.app,
  oauthConsent: db.connection,
  oauthRefreshToken: db.refreshToken,
  oauthAccessToken: closingAccessTokens(db),
})
