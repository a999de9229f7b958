// Without dependencies, so that browser clients can import it without the schemas.

export const LIVE_PATH = '/api/v1/live'

/** The WebSocket subprotocol. Browsers send a token as a second subprotocol: `TOKEN_PROTOCOL_PREFIX` + token. */
export const LIVE_PROTOCOL = 'tegenzet.v1'
export const TOKEN_PROTOCOL_PREFIX = 'tegenzet.token.'

/** WebSocket close code: the session or token of the socket has ended. */
export const CLOSE_REVOKED = 4401
