import { type Persons, table } from './table.ts'

const ofAccount = ({ accountId }: Persons) => ({ accountId })
const ofPlayer = ({ playerId }: Persons) => ({ playerId })
const ofUser = ({ accountId }: Persons) => ({ userId: accountId })

/** Log-ins, credentials, and the programs that may act for a person. */
export const ACCOUNT_TABLES = {
  Session: table(
    'Session',
    {
      copied: [
        'id',
        'accountId',
        'expiresAt',
        'ipAddress',
        'userAgent',
        'name',
        'provedAt',
        'createdAt',
        'updatedAt',
      ],
      secret: ['token'],
    },
    { list: 'sessions', rows: ofAccount, erasure: 'delete' },
  ),
  ManagedAccount: table(
    'ManagedAccount',
    { copied: ['accountId', 'clubId', 'createdAt'] },
    { list: 'managedAccount', rows: ofAccount, erasure: 'delete' },
  ),
  LoginCode: table(
    'LoginCode',
    { copied: ['accountId', 'ownDevice', 'createdAt', 'expiresAt'], secret: ['hash'] },
    { list: 'loginCodes', rows: ofAccount, erasure: 'delete' },
  ),
  Identity: table(
    'Identity',
    { copied: ['id', 'accountId', 'issuer', 'subject', 'createdAt', 'lastUsedAt'] },
    { list: 'identities', rows: ofAccount, erasure: 'delete' },
  ),
  Credential: table(
    'Credential',
    {
      copied: ['id', 'userId', 'providerId', 'accountId', 'scope', 'createdAt', 'updatedAt'],
      secret: ['password', 'accessToken', 'refreshToken', 'idToken'],
      other: ['accessTokenExpiresAt', 'refreshTokenExpiresAt'],
    },
    { list: 'credentials', rows: ofUser, erasure: 'delete' },
  ),
  KnownAddress: table(
    'KnownAddress',
    { copied: ['accountId', 'usedAt'], secret: ['hash', 'network'] },
    { list: 'knownAddresses', rows: ofAccount, erasure: 'delete' },
  ),
  Calendar: table(
    'Calendar',
    { copied: ['accountId', 'createdAt', 'lastFetchedAt'], secret: ['hash'] },
    { list: 'calendar', rows: ofAccount, erasure: 'delete' },
  ),
  TurnFeed: table(
    'TurnFeed',
    { copied: ['accountId', 'createdAt', 'lastFetchedAt'], secret: ['hash'] },
    { list: 'turnFeed', rows: ofAccount, erasure: 'delete' },
  ),
  Token: table(
    'Token',
    {
      copied: ['id', 'accountId', 'name', 'scopes', 'expiresAt', 'lastUsedAt', 'createdAt'],
      secret: ['hash'],
    },
    { list: 'tokens', rows: ofAccount, erasure: 'delete' },
  ),
  AccessToken: table(
    'AccessToken',
    {
      copied: ['id', 'clientId', 'userId', 'scopes', 'expiresAt', 'createdAt'],
      secret: ['token', 'authorizationCodeId'],
      other: ['sessionId', 'refreshId'],
    },
    { list: 'appAccessTokens', rows: ofUser, erasure: 'delete' },
  ),
  RefreshToken: table(
    'RefreshToken',
    {
      copied: ['id', 'clientId', 'userId', 'scopes', 'authTime', 'expiresAt', 'createdAt', 'revoked'],
      secret: ['token', 'authorizationCodeId', 'rotationReplayResponse'],
      other: ['sessionId', 'rotatedAt', 'rotationReplayExpiresAt'],
    },
    { list: 'appRefreshTokens', rows: ofUser, erasure: 'delete' },
  ),
  Connection: table(
    'Connection',
    { copied: ['id', 'clientId', 'userId', 'scopes', 'createdAt', 'updatedAt', 'lastUsedAt'] },
    { list: 'connectedApps', rows: ofUser, erasure: 'delete' },
  ),
  App: table(
    'App',
    {
      copied: [
        'id',
        'clientId',
        'userId',
        'name',
        'uri',
        'redirectUris',
        'tokenEndpointAuthMethod',
        'createdAt',
      ],
      secret: ['clientSecret'],
    },
    { list: 'apps', rows: ofUser, erasure: 'delete' },
  ),
  // OAuth codes, which expire within minutes
  Verification: table('Verification', {
    secret: ['identifier', 'value'],
    other: ['id', 'expiresAt', 'createdAt', 'updatedAt'],
  }),
  // keys are hashes, and rows are deleted after a day
  RateCounter: table('RateCounter', { other: ['key', 'count', 'since'] }),
  RoomyAddress: table('RoomyAddress', { other: ['id', 'network', 'until', 'createdAt'] }),
  InvitedPlayer: table(
    'InvitedPlayer',
    { copied: ['id', 'invitationId', 'playerId', 'createdAt'] },
    { list: 'invitedToSite', rows: ofPlayer, erasure: 'delete' },
  ),
  // who came by it stays known to staff, under the name that is left
  SiteInvitation: table(
    'SiteInvitation',
    {
      copied: ['id', 'byId', 'uses', 'used', 'note', 'createdAt', 'expiresAt', 'endedAt'],
      secret: ['hash'],
    },
    {
      list: 'siteInvitationsByYou',
      rows: ({ playerId }) => ({ byId: playerId }),
      erasure: { values: { note: null } },
    },
  ),
  IdempotencyKey: table(
    'IdempotencyKey',
    {
      copied: ['accountId', 'key', 'sender', 'status', 'createdAt'],
      repeated: ['answer'],
      other: ['request'],
    },
    { list: 'idempotencyKeys', rows: ofAccount, erasure: 'delete' },
  ),
  AccountExport: table(
    'AccountExport',
    {
      copied: ['id', 'accountId', 'requestedAt'],
      other: ['state', 'attempt', 'bytes', 'readyAt', 'expiresAt'],
    },
    { list: 'exports', rows: ofAccount, erasure: 'delete' },
  ),
  ExportChunk: table('ExportChunk', { repeated: ['bytes'], other: ['exportId', 'nr'] }),
}
