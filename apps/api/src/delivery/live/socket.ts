import {
  CLOSE_REVOKED,
  type Game,
  type LiveCommand,
  type LiveMessage,
  liveCommandSchema,
} from '@tegenzet/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Caller } from '../../http/caller.ts'
import { refusalOf } from '../../http/problems.ts'
import { mayReceive } from '../../outbox/may-receive.ts'
import type { OutboxEvent } from '../../outbox/read-events.ts'
import { type Refused, refuse, toProblem } from '../../refusal.ts'
import type { Hub, Listener } from './hub.ts'

export interface SocketOptions {
  hub: Hub
  caller: Caller | null
  owner: string
  /** Of the web client; undefined: the server has none. */
  build: string | undefined
  /** Counts a command for all sockets of the owner. @returns the refusal if there were too many */
  count(kind: 'read' | 'command'): Refused | null
  /** @returns null if there is no such game */
  readGame(id: number): Promise<Game | null>
  /** Reads the events that the client may have missed since it got its page. @returns null if there are too many, or it is too long ago */
  readMissed(): Promise<OutboxEvent[] | null>
  now: () => Date
  log: FastifyBaseLogger
}

/** Games that one socket can watch. */
export const MAX_WATCHED = 200
/** Messages per window. After a reconnect a client may watch all its games at once. */
const MAX_MESSAGES = 2 * MAX_WATCHED
const WINDOW_MS = 10_000
/** Bytes that may wait for a slow client. */
const MAX_WAITING = 1024 * 1024

const POLICY_VIOLATION = 1008
const TRY_AGAIN = 1013

/** Answers a socket's commands and sends its events until it closes. All handlers are attached on return. */
export function serveSocket(
  socket: WebSocket,
  { hub, caller, owner, build, count, readGame, readMissed, now, log }: SocketOptions,
): void {
  const listener: Listener = {
    owner,
    credential: caller?.credential ?? null,
    playerId: caller?.playerId ?? null,
    mayReceive: (event, playerIds) => caller !== null && mayReceive(caller, event, playerIds),
    send(text) {
      if (socket.bufferedAmount > MAX_WAITING) {
        log.info({ owner }, 'dropped a live socket whose client reads too slowly')
        socket.terminate() // a close frame would wait behind the other data
      } else socket.send(text)
    },
    end: () => socket.close(CLOSE_REVOKED, 'the session or token has ended'),
  }
  const send = (message: LiveMessage) => listener.send(JSON.stringify(message))
  const sendRefusal = ({ error }: Refused, game?: number) => {
    const { retryAfter } = error
    send({
      type: 'problem',
      problem: toProblem(error),
      ...(game !== undefined && { game }),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }

  async function watch(game: number): Promise<void> {
    const watched = hub.watched(listener)
    if (watched.size >= MAX_WATCHED && !watched.has(game))
      return sendRefusal(refuse('limit-reached', `A socket watches up to ${MAX_WATCHED} games.`), game)
    const refused = count('read')
    if (refused) return sendRefusal(refused, game)
    // watch first, then read: a change in between is sent too, and versions tell which is newer
    hub.watch(listener, game)
    const found = await readGame(game)
    if (found) return send({ type: 'watching', game: found })
    hub.unwatch(listener, game)
    sendRefusal(refuse('not-found', `There is no game ${game}.`), game)
  }

  async function run(command: LiveCommand): Promise<void> {
    switch (command.type) {
      case 'watch':
        return watch(command.game)
      case 'unwatch':
        hub.unwatch(listener, command.game)
        return send({ type: 'unwatched', game: command.game })
      case 'ping':
        return send({ type: 'pong' })
    }
  }

  const tooMany = messageLimit(now)
  async function resume(): Promise<void> {
    const missed = await readMissed()
    // the client connects again and gets everything anew
    if (!missed) return socket.close(TRY_AGAIN, 'too much was missed')
    for (const { event, playerIds } of missed) if (event && listener.mayReceive(event, playerIds)) send(event)
  }

  if (build !== undefined) send({ type: 'welcome', build })
  // join first, then read: what happens in between comes twice
  hub.join(listener)
  let running: Promise<void> = resume().catch((error) => {
    log.error({ err: error }, 'missed events could not be read')
    socket.close(TRY_AGAIN, 'missed events could not be read')
  })
  socket.on('message', (data, isBinary) => {
    if (tooMany()) return socket.close(POLICY_VIOLATION, 'too many messages')
    const command = isBinary ? null : readCommand(String(data))
    // one at a time, so that a socket uses one connection and gets its answers in order
    running = running
      .then(() => {
        if (socket.readyState !== socket.OPEN) return
        const refused = count('command')
        if (refused) return sendRefusal(refused, gameOf(command))
        return command ? run(command) : sendRefusal(NOT_A_COMMAND)
      })
      .catch((error) => {
        log.error({ err: error }, 'a live command failed')
        sendRefusal({ ok: false, error: refusalOf(error) }, gameOf(command))
      })
  })
  socket.on('close', () => hub.leave(listener))
}

const NOT_A_COMMAND = refuse(
  'validation',
  'Expected { type: "watch" | "unwatch", game } or { type: "ping" }.',
)

const gameOf = (command: LiveCommand | null): number | undefined =>
  command && 'game' in command ? command.game : undefined

function readCommand(text: string): LiveCommand | null {
  try {
    return liveCommandSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** @returns a function that counts a message, and returns whether it exceeds the limit */
function messageLimit(now: () => Date): () => boolean {
  let begun = now().getTime()
  let count = 0
  return () => {
    const at = now().getTime()
    if (at - begun >= WINDOW_MS) {
      begun = at
      count = 0
    }
    return ++count > MAX_MESSAGES
  }
}
