/**
 * Every operation of the API: its stable ID, HTTP method and path. This file has no dependencies, so that browser
 * clients can import it without the schemas.
 */
export const OPERATIONS = {
  register: { method: 'POST', path: '/api/v1/accounts' },
  logIn: { method: 'POST', path: '/api/v1/session' },
  logOut: { method: 'DELETE', path: '/api/v1/session' },
  getAccount: { method: 'GET', path: '/api/v1/account' },
  updateAccount: { method: 'PATCH', path: '/api/v1/account' },
  changeEmail: { method: 'POST', path: '/api/v1/account/email' },
  requestVerification: { method: 'POST', path: '/api/v1/email-verifications' },
  verifyEmail: { method: 'POST', path: '/api/v1/email-verifications/redeem' },
  requestPasswordReset: { method: 'POST', path: '/api/v1/password-resets' },
  resetPassword: { method: 'POST', path: '/api/v1/password-resets/redeem' },
  changePassword: { method: 'POST', path: '/api/v1/account/password' },
  listSessions: { method: 'GET', path: '/api/v1/account/sessions' },
  endSession: { method: 'DELETE', path: '/api/v1/account/sessions/:id' },
  endOtherSessions: { method: 'DELETE', path: '/api/v1/account/sessions' },
  createToken: { method: 'POST', path: '/api/v1/tokens' },
  listTokens: { method: 'GET', path: '/api/v1/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/v1/tokens/:id' },
  revokeLeakedToken: { method: 'POST', path: '/api/v1/tokens/revoke' },
  listVacations: { method: 'GET', path: '/api/v1/account/vacations' },
  takeVacation: { method: 'POST', path: '/api/v1/account/vacations', idempotent: true },
  endVacation: { method: 'DELETE', path: '/api/v1/account/vacations/:id' },
  getUser: { method: 'GET', path: '/api/v1/users/:username' },
  listRules: { method: 'GET', path: '/api/v1/rules' },
  getRules: { method: 'GET', path: '/api/v1/rules/:id' },
  createChallenge: { method: 'POST', path: '/api/v1/challenges', idempotent: true },
  rematch: { method: 'POST', path: '/api/v1/games/:id/rematch' },
  listChallenges: { method: 'GET', path: '/api/v1/challenges' },
  getChallenge: { method: 'GET', path: '/api/v1/challenges/:id' },
  acceptChallenge: { method: 'POST', path: '/api/v1/challenges/:id/accept', idempotent: true },
  getInvite: { method: 'GET', path: '/api/v1/challenges/invites/:code' },
  acceptInvite: { method: 'POST', path: '/api/v1/challenges/invites/:code/accept', idempotent: true },
  declineChallenge: { method: 'POST', path: '/api/v1/challenges/:id/decline', idempotent: true },
  withdrawChallenge: { method: 'DELETE', path: '/api/v1/challenges/:id' },
  setAvailability: { method: 'PUT', path: '/api/v1/account/availability' },
  endAvailability: { method: 'DELETE', path: '/api/v1/account/availability' },
  listBots: { method: 'GET', path: '/api/v1/bots' },
  getCalendar: { method: 'GET', path: '/api/v1/account/calendar' },
  createCalendar: { method: 'POST', path: '/api/v1/account/calendar' },
  deleteCalendar: { method: 'DELETE', path: '/api/v1/account/calendar' },
  listGames: { method: 'GET', path: '/api/v1/games' },
  countGames: { method: 'GET', path: '/api/v1/users/:username/games/counts' },
  getGame: { method: 'GET', path: '/api/v1/games/:id' },
  getLegalMoves: { method: 'GET', path: '/api/v1/games/:id/legal-moves' },
  playMove: { method: 'POST', path: '/api/v1/games/:id/moves' },
  listMoves: { method: 'GET', path: '/api/v1/games/:id/moves' },
  listPositions: { method: 'GET', path: '/api/v1/games/:id/positions' },
  exportGame: { method: 'GET', path: '/api/v1/games/:id/export' },
  exportGames: { method: 'POST', path: '/api/v1/games/export' },
  exportUserGames: { method: 'GET', path: '/api/v1/users/:username/games/export' },
  resign: { method: 'POST', path: '/api/v1/games/:id/resign', idempotent: true },
  cancelGame: { method: 'POST', path: '/api/v1/games/:id/cancel', idempotent: true },
  offerDraw: { method: 'POST', path: '/api/v1/games/:id/draw-offers', idempotent: true },
  listDrawOffers: { method: 'GET', path: '/api/v1/games/:id/draw-offers' },
  acceptDrawOffer: { method: 'POST', path: '/api/v1/draw-offers/:id/accept', idempotent: true },
  declineDrawOffer: { method: 'POST', path: '/api/v1/draw-offers/:id/decline', idempotent: true },
  listMessages: { method: 'GET', path: '/api/v1/games/:id/messages' },
  sendMessage: { method: 'POST', path: '/api/v1/games/:id/messages', idempotent: true },
  getPlan: { method: 'GET', path: '/api/v1/games/:id/plan' },
  setPlan: { method: 'PUT', path: '/api/v1/games/:id/plan' },
  dropPlan: { method: 'DELETE', path: '/api/v1/games/:id/plan' },
  listNotes: { method: 'GET', path: '/api/v1/games/:id/notes' },
  setNote: { method: 'PUT', path: '/api/v1/games/:id/notes/:ply' },
  setGameNote: { method: 'PUT', path: '/api/v1/games/:id/note' },
  fileClaim: { method: 'POST', path: '/api/v1/games/:id/claims', idempotent: true },
  listClaims: { method: 'GET', path: '/api/v1/games/:id/claims' },
  withdrawClaim: { method: 'DELETE', path: '/api/v1/claims/:id' },
  agreeToClaim: { method: 'POST', path: '/api/v1/claims/:id/agree', idempotent: true },
  listClaimQueue: { method: 'GET', path: '/api/v1/admin/claims' },
  reviewClaim: { method: 'GET', path: '/api/v1/admin/claims/:id' },
  ruleOnClaim: { method: 'POST', path: '/api/v1/admin/claims/:id/verdict', idempotent: true },
  listMails: { method: 'GET', path: '/api/v1/admin/mails' },
  getMail: { method: 'GET', path: '/api/v1/admin/mails/:id' },
  createApp: { method: 'POST', path: '/api/v1/apps' },
  listApps: { method: 'GET', path: '/api/v1/apps' },
  getApp: { method: 'GET', path: '/api/v1/apps/:id' },
  updateApp: { method: 'PATCH', path: '/api/v1/apps/:id' },
  deleteApp: { method: 'DELETE', path: '/api/v1/apps/:id' },
  rotateAppSecret: { method: 'POST', path: '/api/v1/apps/:id/rotate-secret' },
  listConnectedApps: { method: 'GET', path: '/api/v1/connected-apps' },
  disconnectApp: { method: 'DELETE', path: '/api/v1/connected-apps/:id' },
  authorizeApp: { method: 'GET', path: '/api/v1/oauth/authorize' },
  getAuthorizationRequest: { method: 'GET', path: '/api/v1/oauth/request' },
  consent: { method: 'POST', path: '/api/v1/oauth/consent' },
  issueToken: { method: 'POST', path: '/api/v1/oauth/token' },
  revokeAppToken: { method: 'POST', path: '/api/v1/oauth/revoke' },
  getAuthorizationServer: { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  followEvents: { method: 'GET', path: '/api/v1/account/events' },
  listAllWarnings: { method: 'GET', path: '/api/v1/account/warnings/all' },
  listBlocks: { method: 'GET', path: '/api/v1/account/blocks' },
  block: { method: 'PUT', path: '/api/v1/account/blocks/:username' },
  unblock: { method: 'DELETE', path: '/api/v1/account/blocks/:username' },
  listFavourites: { method: 'GET', path: '/api/v1/account/favourites' },
  addFavourite: { method: 'PUT', path: '/api/v1/account/favourites/:username' },
  removeFavourite: { method: 'DELETE', path: '/api/v1/account/favourites/:username' },
  getRelation: { method: 'GET', path: '/api/v1/account/people/:username' },
  reportPlayer: { method: 'POST', path: '/api/v1/users/:username/reports', idempotent: true },
  listReports: { method: 'GET', path: '/api/v1/account/reports' },
  listReportQueue: { method: 'GET', path: '/api/v1/admin/reports' },
  reviewReport: { method: 'GET', path: '/api/v1/admin/reports/:id' },
  ruleOnReport: { method: 'POST', path: '/api/v1/admin/reports/:id/verdict', idempotent: true },
  listWarnings: { method: 'GET', path: '/api/v1/account/warnings' },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks', idempotent: true },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks' },
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/:id' },
  updateWebhook: { method: 'PATCH', path: '/api/v1/webhooks/:id' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/:id' },
  pingWebhook: { method: 'POST', path: '/api/v1/webhooks/:id/ping' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/:id/rotate-secret' },
  listDeliveries: { method: 'GET', path: '/api/v1/webhooks/:id/deliveries' },
  getDelivery: { method: 'GET', path: '/api/v1/webhooks/:id/deliveries/:delivery' },
  resendDelivery: { method: 'POST', path: '/api/v1/webhooks/:id/deliveries/:delivery/resend' },
  listNotices: { method: 'GET', path: '/api/v1/account/notices' },
  countUnreadNotices: { method: 'GET', path: '/api/v1/account/notices/unread' },
  readNotices: { method: 'POST', path: '/api/v1/account/notices/read' },
  getReminders: { method: 'GET', path: '/api/v1/account/reminders' },
  setReminders: { method: 'PUT', path: '/api/v1/account/reminders' },
  unsubscribe: { method: 'POST', path: '/unsubscribe/:token' },
} as const satisfies Record<string, Operation>

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` stands for a path parameter. */
  path: string
  /** Accepts an `Idempotency-Key`. The operation then needs a session or a scope. */
  idempotent?: true
}

export type OperationId = keyof typeof OPERATIONS

/** The WebSocket's path. */
export const LIVE_PATH = '/api/v1/live'

/** The WebSocket subprotocol. Browsers send a token as a second subprotocol: `TOKEN_PROTOCOL_PREFIX` + token. */
export const LIVE_PROTOCOL = 'tegenzet.v1'
export const TOKEN_PROTOCOL_PREFIX = 'tegenzet.token.'

/** Length of a message between players, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 1000

/** Length of a private note, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 2000

/** Limits of a tree of conditional moves: replies in total, and replies in a row. */
export const MAX_CONDITIONAL_REPLIES = 200
export const MAX_CONDITIONAL_DEPTH = 10

/** WebSocket close code: the session or token of the socket has ended. */
export const CLOSE_REVOKED = 4401
