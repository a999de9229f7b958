import {
  CLOSE_REVOKED,
  type ErrorCode,
  type Game,
  type LiveCommand,
  type LiveMessage,
  liveCommandSchema,
} from '@tegenzet/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { type Caller, mayHear } from '../../http/caller.ts'
import { toProblem } from '../../refusal.ts'
import type { Hub, Listener } from './hub.ts'

export interface Conversation {
  hub: Hub
  caller: Caller | null
  owner: string
  /** @returns null where there is no such game */
  readGame(id: number): Promise<Game | null>
  now: () => Date
  log: FastifyBaseLogger
}

/** Games that one socket may watch. */
export const MAX_WATCHED = 200
/** Messages in ten seconds: all it watches may be asked for again at once, after a reconnection. */
const MAX_MESSAGES = 2 * MAX_WATCHED
const WINDOW_MS = 10_000
/** Bytes that may wait for a reader who does not keep up. */
const MAX_WAITING = 1024 * 1024

const POLICY_VIOLATION = 1008

/** Talks with one socket until it closes. Attaches every listener before it returns. */
export function converse(socket: WebSocket, { hub, caller, owner, readGame, now, log }: Conversation): void {
  const listener: Listener = {
    owner,
    credential: caller?.credential ?? null,
    playerId: caller?.playerId ?? null,
    mayHear: (event) => caller !== null && mayHear(caller, event.type),
    tell(text) {
      if (socket.bufferedAmount > MAX_WAITING) {
        log.info({ owner }, 'a live socket that does not keep up is dropped')
        socket.terminate() // a goodbye would wait behind all the rest
      } else socket.send(text)
    },
    end: () => socket.close(CLOSE_REVOKED, 'the session or token has ended'),
  }
  const say = (message: LiveMessage) => listener.tell(JSON.stringify(message))
  const refuse = (code: ErrorCode, detail: string) =>
    say({ type: 'problem', problem: toProblem({ code, detail }) })

  async function watch(game: number): Promise<void> {
    const watched = hub.watched(listener)
    if (watched.size >= MAX_WATCHED && !watched.has(game))
      return refuse('limit-reached', `A socket watches up to ${MAX_WATCHED} games.`)
    // watched before it is read: what changes in between is told, and its version says which is newer
    hub.watch(listener, game)
    const found = await readGame(game)
    if (found) return say({ type: 'watching', game: found })
    hub.unwatch(listener, game)
    refuse('not-found', `There is no game ${game}.`)
  }

  async function obey(command: LiveCommand): Promise<void> {
    switch (command.type) {
      case 'watch':
        return watch(command.game)
      case 'unwatch':
        hub.unwatch(listener, command.game)
        return say({ type: 'unwatched', game: command.game })
      case 'ping':
        return say({ type: 'pong' })
    }
  }

  const tooMany = messageLimit(now)
  let obeying: Promise<void> = Promise.resolve()
  socket.on('message', (data, isBinary) => {
    if (tooMany()) return socket.close(POLICY_VIOLATION, 'too many messages')
    const command = isBinary ? null : readCommand(String(data))
    // one after the other: a socket has one query under way, and answers come in order
    obeying = obeying
      .then(() => {
        if (socket.readyState !== socket.OPEN) return
        return command
          ? obey(command)
          : refuse('validation', 'Expected { type: "watch" | "unwatch", game } or { type: "ping" }.')
      })
      .catch((error) => {
        log.error({ err: error }, 'a live command failed')
        refuse('internal', 'The server failed. Ask again.')
      })
  })
  socket.on('close', () => hub.leave(listener))
  hub.join(listener)
}

function readCommand(text: string): LiveCommand | null {
  try {
    return liveCommandSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Counts messages. @returns whether this one is more than a client has reason to send */
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
