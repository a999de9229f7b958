import type { Game, LiveCommand, LiveEvent, LiveMessage, Problem } from '@tegenzet/contract'
import { CLOSE_REVOKED } from '@tegenzet/contract/live-protocol'
import { backoffDelay } from './backoff.ts'
import { createClient } from './client.ts'
import { ApiError } from './errors.ts'
import { GameWatchers } from './game-watchers.ts'
import { Listeners } from './listeners.ts'
import { OPEN, onWake, type SocketOptions, socketFactory, type WebSocketLike } from './socket.ts'

export type LiveStatus = 'connecting' | 'open' | 'closed'

export interface LiveOptions extends SocketOptions {
  /** First backoff before reconnecting; it doubles with each failure. Default: 500. */
  minBackoffMs?: number
  /** Longest backoff. Default: 30,000. */
  maxBackoffMs?: number
  /** Time without a message after which the connection is checked with a ping. Default: 25,000. */
  idleTimeoutMs?: number
  /** Time in which the socket must open and the server must answer a ping. Default: 10,000. */
  responseTimeoutMs?: number
}

export interface Live {
  readonly status: LiveStatus
  /**
   * Watches a game. `onGame` is called with the current game and then after each change, always with a higher version
   * than before, also across reconnections.
   * @returns a function that stops watching
   */
  watch(game: number, onGame: (game: Game) => void): () => void
  /** Called with every event: those of watched games and all events about you. An event may come twice. */
  onEvent(listener: (event: LiveEvent) => void): () => void
  /** Called at once with the current status, then after each change. */
  onStatus(listener: (status: LiveStatus) => void): () => void
  /** Called each time the connection opens. Get lists and other data again, because earlier events may have been missed. */
  onOpen(listener: () => void): () => void
  /** Called when a command fails, for example watching a game that does not exist. */
  onProblem(listener: (problem: Problem) => void): () => void
  /** Closes the connection for good. */
  close(): void
}

/**
 * Connects to the live channel and stays connected. A lost or silent connection is replaced after a backoff, or at once
 * when the browser comes online or its page becomes visible. Only `close` and the end of the token end it.
 */
export function connectLive(options: LiveOptions = {}): Live {
  const {
    minBackoffMs = 500,
    maxBackoffMs = 30_000,
    idleTimeoutMs = 25_000,
    responseTimeoutMs = 10_000,
  } = options
  const createSocket = socketFactory(options)
  const watchers = new GameWatchers()
  const events = new Listeners<LiveEvent>()
  const statuses = new Listeners<LiveStatus>()
  const openings = new Listeners<void>()
  const problems = new Listeners<Problem>()

  let status: LiveStatus = 'connecting'
  let socket: WebSocketLike | null = null
  let failures = 0
  let openedAt: number | null = null
  /** There is only one timer, because only one thing is pending at a time: a retry, an opening, a ping or a pong. */
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(milliseconds: number, action: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(action, milliseconds)
  }

  function setStatus(next: LiveStatus): void {
    if (status === next) return
    status = next
    statuses.emit(next)
  }

  function connect(): void {
    const created = createSocket()
    socket = created
    const ifCurrent =
      <T extends unknown[]>(action: (...args: T) => void) =>
      (...args: T) => {
        if (socket === created) action(...args)
      }
    created.addEventListener('open', ifCurrent(opened))
    created.addEventListener(
      'message',
      ifCurrent(({ data }) => {
        restartIdleTimer()
        receive(JSON.parse(String(data)) as LiveMessage)
      }),
    )
    created.addEventListener(
      'close',
      ifCurrent(({ code }) => (code === CLOSE_REVOKED && options.token ? close() : reconnect())),
    )
    created.addEventListener('error', () => {}) // `close` follows, but Node's `ws` throws without a listener
    after(responseTimeoutMs, reconnect)
  }

  function opened(): void {
    openedAt = Date.now()
    restartIdleTimer()
    for (const game of watchers.ids()) send({ type: 'watch', game })
    setStatus('open')
    openings.emit()
  }

  /** A browser does not tell why a WebSocket was refused, so a request checks whether the token is still valid. */
  async function closeIfRevoked(): Promise<void> {
    try {
      await createClient({ ...options, retries: 0 }).call('getAccount')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated' || status === 'closed') return
      close()
      problems.emit(error.problem)
    }
  }

  function reconnect(): void {
    if (openedAt === null && options.token) closeIfRevoked()
    dropSocket()
    // a connection that closes soon after opening counts as a failure, so that the backoff grows
    failures = openedAt !== null && Date.now() - openedAt > responseTimeoutMs ? 1 : failures + 1
    openedAt = null
    setStatus('connecting')
    after(backoffDelay(failures - 1, minBackoffMs, maxBackoffMs), connect)
  }

  /** Does not wait for the close event, which takes minutes on a dead connection. */
  function dropSocket(): void {
    const dropped = socket
    socket = null
    dropped?.close()
  }

  function restartIdleTimer(): void {
    after(idleTimeoutMs, ping)
  }

  function ping(): void {
    send({ type: 'ping' })
    after(responseTimeoutMs, reconnect)
  }

  function wake(): void {
    if (status === 'open') ping()
    else if (!socket) {
      clearTimeout(timer)
      connect()
    }
  }

  function send(command: LiveCommand): void {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(command))
  }

  function receive(message: LiveMessage): void {
    if ('id' in message) events.emit(message)
    if (message.type === 'game' || message.type === 'watching') watchers.update(message.game)
    if (message.type === 'problem') problems.emit(message.problem)
  }

  function watch(game: number, onGame: (game: Game) => void): () => void {
    const remove = watchers.add(game, onGame)
    send({ type: 'watch', game })
    return () => {
      if (remove()) send({ type: 'unwatch', game })
    }
  }

  function close(): void {
    clearTimeout(timer)
    stopWakeListener()
    dropSocket()
    setStatus('closed')
  }

  const stopWakeListener = onWake(wake)
  connect()
  return {
    get status() {
      return status
    },
    watch,
    onEvent: (listener) => events.add(listener),
    onStatus: (listener) => {
      listener(status)
      return statuses.add(listener)
    },
    onOpen: (listener) => openings.add(listener),
    onProblem: (listener) => problems.add(listener),
    close,
  }
}
