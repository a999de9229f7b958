import websocket from '@fastify/websocket'
import { CLOSE_REVOKED, LIVE_PATH, LIVE_PROTOCOL, TOKEN_PROTOCOL_PREFIX } from '@tegenzet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { isOwnOrigin } from '../../http/origin.ts'
import { endAsBadRequest } from '../../http/problems.ts'
import { ownerOf } from '../../http/rate-limits.ts'
import type { CallerFinder } from '../../http/session.ts'
import { type OutboxEvent, readUnseenOf } from '../../outbox/read-events.ts'
import { gameView } from '../../play/game/game-view.ts'
import { readGame } from '../../play/game/read-games.ts'
import { RefusalError } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { LiveChannel } from './live.ts'
import { pacedUpgrades } from './paced-upgrades.ts'
import { MAX_WATCHED, serveSocket } from './socket.ts'
import { CLOSE_TIMEOUT_MS, MAX_OPEN, registerStreams, tooManyOpen } from './stream-routes.ts'

/** Bytes of one message to the server. */
const MAX_PAYLOAD = 1024
const PING_EVERY_MS = 25_000
const GOING_AWAY = 1001
/** A page whose first connection comes later asks for everything anew. */
const MAX_PAGE_AGE_MS = 60_000
const MAX_MISSED = 500

const liveQuery = z.strictObject({
  as: z
    .literal('visitor')
    .optional()
    .describe(
      'For boards in other pages: the session cookie is ignored, and the socket sees what visitors see',
    ),
  since: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional()
    .describe(
      'For pages of this site: `data-since` of the page. Your events since it was written come first. Some may be known. After more than a minute the connection closes with 1013: connect without it and get your lists again',
    ),
})

/** The live channel only sends. Commands are HTTP requests. */
export async function registerLive(
  app: FastifyInstance,
  deps: Deps,
  store: Db,
  live: LiveChannel,
  { callers, build }: { callers: CallerFinder; build: string | undefined },
): Promise<void> {
  const { hub } = live
  await app.register(websocket, {
    options: {
      server: pacedUpgrades(app.server),
      maxPayload: MAX_PAYLOAD,
      // a browser offers its token as a second protocol, which must not be echoed
      handleProtocols: (offered) => offered.has(LIVE_PROTOCOL) && LIVE_PROTOCOL,
    },
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'a live socket failed')
      socket.terminate()
    },
    preClose: async () => {
      app.websocketServer.close()
      await closeAll(app.websocketServer.clients)
    },
  })
  registerStreams(app, deps, live)
  app.websocketServer.on('wsClientError', ({ message }, socket) =>
    endAsBadRequest(socket, `This WebSocket handshake is not valid: ${message}.`),
  )
  const pinging = keepAlive(app)

  app.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { forReaders: true },
    schema: {
      operationId: 'live',
      tags: ['Live'],
      summary: 'Connect to the live channel',
      description: DESCRIPTION,
      security: [{}, { session: [] }, { token: ['game:read'] }],
      // a token in the URL would end up in logs, so it is refused and not ignored
      querystring: liveQuery,
    },
    preValidation: async (request, reply) => {
      // first, so that the doctor sees also where only members read whether a proxy passes WebSockets
      if (!request.ws) {
        reply.header('upgrade', 'websocket')
        throw new RefusalError('upgrade-required', 'This is a WebSocket: connect with one.')
      }
      if ((request.query as { as?: unknown }).as === 'visitor') request.caller = null
      const token = tokenProtocol(request)
      if (token === undefined) return
      request.caller = await callers.byToken(token)
      request.tokenRefused = request.caller === null
    },
    preHandler: async (request, reply) => {
      if (request.caller?.kind === 'session' && !isOwnOrigin(request, deps.config.publicUrl))
        throw new RefusalError(
          'forbidden',
          'A socket with a session cookie can only be opened by our own pages.',
        )
      if (hub.count(ownerOf(request)) < MAX_OPEN) return
      reply.header('retry-after', 60)
      throw new RefusalError('rate-limited', tooManyOpen)
    },
    // for what is no WebSocket
    handler: async () => {},
    wsHandler: (socket, request) => {
      pinging.add(socket)
      serveSocket(socket, {
        hub,
        caller: request.caller,
        owner: ownerOf(request),
        build,
        count: (kind) => app.countCommand(request, kind),
        readGame: async (id) => {
          const game = await readGame(store, id)
          return game ? gameView(game, deps.now()) : null
        },
        readMissed: () => readMissed(request),
        now: deps.now,
        log: request.log,
      })
    },
  })

  /** @returns null if there are too many, or the page is too old */
  async function readMissed({ query, caller }: FastifyRequest): Promise<OutboxEvent[] | null> {
    const { since } = query as z.output<typeof liveQuery>
    if (since === undefined || !caller) return []
    const notBefore = new Date(deps.now().getTime() - MAX_PAGE_AGE_MS)
    return readUnseenOf(store, caller.playerId, since, { notBefore, limit: MAX_MISSED })
  }
}

function tokenProtocol(request: FastifyRequest): string | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
  return offered.find((each) => each.startsWith(TOKEN_PROTOCOL_PREFIX))?.slice(TOKEN_PROTOCOL_PREFIX.length)
}

/** Pings every socket, and drops those that have not answered the last ping. */
function keepAlive(app: FastifyInstance): { add(socket: WebSocket): void } {
  const alive = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of app.websocketServer.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, PING_EVERY_MS)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
  return {
    add(socket) {
      alive.add(socket)
      socket.on('pong', () => alive.add(socket))
    },
  }
}

/** Closes all sockets, and waits, because the server cannot close before. */
async function closeAll(sockets: Set<WebSocket>): Promise<void> {
  const gone = Array.from(sockets, (socket) => new Promise((resolve) => socket.once('close', resolve)))
  for (const socket of sockets) socket.close(GOING_AWAY, 'the server stops or restarts')
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, CLOSE_TIMEOUT_MS)
  await Promise.all(gone)
  clearTimeout(timer)
}

const DESCRIPTION = `A WebSocket with the subprotocol \`${LIVE_PROTOCOL}\`. It sends events; commands go through the REST API.

Authenticate with the session cookie (only from the server’s own origin), with a token in the \`Authorization\` header or, in
browsers, with a token as a second subprotocol: \`${TOKEN_PROTOCOL_PREFIX}\` followed by the token. Without authentication you
can watch public games.

The client sends \`LiveCommand\`s and the server sends \`LiveMessage\`s. \`watch\` is answered by \`watching\` with the current
game; each later change follows as a \`game\` event. Apply a game only if its \`version\` is higher than yours. Events of your own
games (scope \`game:read\`) and challenges (\`challenge:write\`) come without watching; arbiters also get all claims
(\`admin:claims\`), moderators all reports and appeals (\`admin:reports\`). After a reconnect, get what you may have
missed. Close code ${CLOSE_REVOKED} means that the session or token has ended.

A socket can watch up to ${MAX_WATCHED} games. An account, or all visitors and guests at one address, can open up to
${MAX_OPEN} sockets and streams. Each \`watch\` also counts as a read request, and all commands count together as many times as read
requests may: a command above the rate limit is not carried out and answered by a \`problem\` with the code \`rate-limited\`, the
\`game\` of the command and \`retryAfter\`. Send it again after so many seconds.`
