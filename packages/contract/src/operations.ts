/**
 * Every call of the API: its stable operation id, HTTP method and path. Apart from the schemas and without a
 * dependency, so that a client in a browser carries the table and not the validator.
 */
export const OPERATIONS = {
  register: { method: 'POST', path: '/api/v1/accounts' },
  logIn: { method: 'POST', path: '/api/v1/session' },
  logOut: { method: 'DELETE', path: '/api/v1/session' },
  getAccount: { method: 'GET', path: '/api/v1/account' },
  updateAccount: { method: 'PATCH', path: '/api/v1/account' },
  createToken: { method: 'POST', path: '/api/v1/tokens' },
  listTokens: { method: 'GET', path: '/api/v1/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/v1/tokens/:id' },
  getUser: { method: 'GET', path: '/api/v1/users/:username' },
  listRules: { method: 'GET', path: '/api/v1/rules' },
  getRules: { method: 'GET', path: '/api/v1/rules/:id' },
  createChallenge: { method: 'POST', path: '/api/v1/challenges' },
  listChallenges: { method: 'GET', path: '/api/v1/challenges' },
  getChallenge: { method: 'GET', path: '/api/v1/challenges/:id' },
  acceptChallenge: { method: 'POST', path: '/api/v1/challenges/:id/accept' },
  declineChallenge: { method: 'POST', path: '/api/v1/challenges/:id/decline' },
  withdrawChallenge: { method: 'DELETE', path: '/api/v1/challenges/:id' },
  listGames: { method: 'GET', path: '/api/v1/games' },
  getGame: { method: 'GET', path: '/api/v1/games/:id' },
  getLegalMoves: { method: 'GET', path: '/api/v1/games/:id/legal-moves' },
  playMove: { method: 'POST', path: '/api/v1/games/:id/moves' },
  listMoves: { method: 'GET', path: '/api/v1/games/:id/moves' },
  listPositions: { method: 'GET', path: '/api/v1/games/:id/positions' },
  exportGame: { method: 'GET', path: '/api/v1/games/:id/export' },
  resign: { method: 'POST', path: '/api/v1/games/:id/resign' },
  cancelGame: { method: 'POST', path: '/api/v1/games/:id/cancel' },
  offerDraw: { method: 'POST', path: '/api/v1/games/:id/draw-offers' },
  listDrawOffers: { method: 'GET', path: '/api/v1/games/:id/draw-offers' },
  acceptDrawOffer: { method: 'POST', path: '/api/v1/draw-offers/:id/accept' },
  declineDrawOffer: { method: 'POST', path: '/api/v1/draw-offers/:id/decline' },
  listMessages: { method: 'GET', path: '/api/v1/games/:id/messages' },
  fileClaim: { method: 'POST', path: '/api/v1/games/:id/claims' },
  listClaims: { method: 'GET', path: '/api/v1/games/:id/claims' },
  withdrawClaim: { method: 'DELETE', path: '/api/v1/claims/:id' },
  agreeToClaim: { method: 'POST', path: '/api/v1/claims/:id/agree' },
  listClaimQueue: { method: 'GET', path: '/api/v1/admin/claims' },
  reviewClaim: { method: 'GET', path: '/api/v1/admin/claims/:id' },
  ruleOnClaim: { method: 'POST', path: '/api/v1/admin/claims/:id/verdict' },
  listWarnings: { method: 'GET', path: '/api/v1/account/warnings' },
} as const satisfies Record<string, Operation>

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for each path parameter. */
  path: string
}

export type OperationId = keyof typeof OPERATIONS

/** The WebSocket's path. */
export const LIVE_PATH = '/api/v1/live'

/** The WebSocket subprotocol spoken; a browser names a token as a second one, `TOKEN_PROTOCOL_PREFIX` + token. */
export const LIVE_PROTOCOL = 'tegenzet.v1'
export const TOKEN_PROTOCOL_PREFIX = 'tegenzet.token.'

/** The WebSocket close code when the session or token behind a socket has ended. */
export const CLOSE_REVOKED = 4401
