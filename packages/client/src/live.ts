import type { Game, LiveCommand, LiveEvent, LiveMessage, Problem } from '@tegenzet/contract'
import { CLOSE_REVOKED } from '@tegenzet/contract/operations'
import { backOff } from './backoff.ts'
import { createClient } from './client.ts'
import { ApiError } from './errors.ts'
import { OPEN, onWake, type SocketOptions, socketMaker, type WebSocketLike } from './socket.ts'

export type LiveStatus = 'connecting' | 'open' | 'closed'

export interface LiveOptions extends SocketOptions {
  /** Milliseconds before the first attempt to reconnect, doubling from there up to `longestPause`. 500 and 30,000 unless told. */
  firstPause?: number
  longestPause?: number
  /** Milliseconds of silence after which the server is asked whether it lives; 25,000 unless told. */
  silence?: number
  /** Milliseconds it has to answer; 10,000 unless told. */
  patience?: number
}

export interface Live {
  readonly status: LiveStatus
  /**
   * Watches a game: `onGame` is called with the game as it stands and then on each change, never with a lower or
   * the same version twice, also across reconnections. @returns what ends it
   */
  watch(game: number, onGame: (game: Game) => void): () => void
  /** Every event that is told: of watched games, and of what else concerns you. May come twice. */
  onEvent(listener: (event: LiveEvent) => void): () => void
  /** Called at once with the status as it is, then with each change. */
  onStatus(listener: (status: LiveStatus) => void): () => void
  /** Connected again after a gap: the moment to GET what is not watched, such as lists. */
  onReconnect(listener: () => void): () => void
  /** What the server could not do, such as watch a game that does not exist. */
  onProblem(listener: (problem: Problem) => void): () => void
  /** For good. */
  close(): void
}

interface Watcher {
  onGame: (game: Game) => void
  /** Of the last game it was given; -1 before the first. */
  version: number
}

/**
 * Connects to the live channel and stays connected: a lost or silent connection is replaced after growing, jittered
 * pauses, or at once when the browser comes online or its page is looked at. Only the end of its token closes it.
 */
export function connectLive(options: LiveOptions = {}): Live {
  const { firstPause = 500, longestPause = 30_000, silence = 25_000, patience = 10_000 } = options
  const connectSocket = socketMaker(options)
  const watchers = new Map<number, Set<Watcher>>()
  const eventListeners = new Set<(event: LiveEvent) => void>()
  const statusListeners = new Set<(status: LiveStatus) => void>()
  const reconnectListeners = new Set<() => void>()
  const problemListeners = new Set<(problem: Problem) => void>()

  let status: LiveStatus = 'connecting'
  let socket: WebSocketLike | null = null
  let failures = 0
  let openedAt: number | null = null
  let everOpen = false
  /** One thing is waited for at a time: the next attempt, an opening, the end of a silence, or a pong. */
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(milliseconds: number, action: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(action, milliseconds)
  }

  function become(next: LiveStatus): void {
    if (status === next) return
    status = next
    tell(statusListeners, next)
  }

  function connect(): void {
    const made = connectSocket()
    socket = made
    const ifCurrent =
      <T extends unknown[]>(action: (...args: T) => void) =>
      (...args: T) => {
        if (socket === made) action(...args)
      }
    made.addEventListener('open', ifCurrent(opened))
    made.addEventListener(
      'message',
      ifCurrent(({ data }) => {
        awaitSilence()
        receive(JSON.parse(String(data)) as LiveMessage)
      }),
    )
    made.addEventListener(
      'close',
      ifCurrent(({ code }) => (code === CLOSE_REVOKED && options.token ? close() : reconnect())),
    )
    made.addEventListener('error', () => {}) // a close follows; Node's `ws` wants a listener
    after(patience, reconnect)
  }

  function opened(): void {
    const again = everOpen
    everOpen = true
    openedAt = Date.now()
    awaitSilence()
    for (const game of watchers.keys()) send({ type: 'watch', game })
    become('open')
    if (again) tell(reconnectListeners, undefined)
  }

  /** A browser's socket cannot say why it was refused: a GET can. */
  async function closeIfRevoked(): Promise<void> {
    try {
      await createClient({ ...options, retries: 0 }).call('getAccount')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated' || status === 'closed') return
      close()
      tell(problemListeners, error.problem)
    }
  }

  function reconnect(): void {
    if (openedAt === null && options.token) closeIfRevoked()
    leave()
    // what did not last, such as a server that closes at once, counts as a failure
    failures = openedAt !== null && Date.now() - openedAt > patience ? 1 : failures + 1
    openedAt = null
    become('connecting')
    after(backOff(failures - 1, firstPause, longestPause), connect)
  }

  /** Forgets the socket at once: a dead one may take minutes to say that it has closed. */
  function leave(): void {
    const left = socket
    socket = null
    left?.close()
  }

  function awaitSilence(): void {
    after(silence, askWhetherAlive)
  }

  function askWhetherAlive(): void {
    send({ type: 'ping' })
    after(patience, reconnect)
  }

  /** The browser is online, or the page is looked at: perhaps after a long sleep. */
  function wake(): void {
    if (status === 'open') askWhetherAlive()
    else if (!socket) {
      clearTimeout(timer)
      connect()
    }
  }

  function send(command: LiveCommand): void {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(command))
  }

  function receive(message: LiveMessage): void {
    if ('id' in message) tell(eventListeners, message)
    if (message.type === 'game' || message.type === 'watching') tellWatchers(message.game)
    if (message.type === 'problem') tell(problemListeners, message.problem)
  }

  function tellWatchers(game: Game): void {
    for (const watcher of [...(watchers.get(game.id) ?? [])])
      if (game.version > watcher.version) {
        watcher.version = game.version
        watcher.onGame(game)
      }
  }

  function watch(game: number, onGame: (game: Game) => void): () => void {
    const watcher: Watcher = { onGame, version: -1 }
    const ofGame = watchers.get(game) ?? new Set()
    watchers.set(game, ofGame.add(watcher))
    send({ type: 'watch', game })
    return () => {
      if (!ofGame.delete(watcher) || ofGame.size > 0) return
      watchers.delete(game)
      send({ type: 'unwatch', game })
    }
  }

  function close(): void {
    clearTimeout(timer)
    stopListening()
    leave()
    become('closed')
  }

  const stopListening = onWake(wake)
  connect()
  return {
    get status() {
      return status
    },
    watch,
    onEvent: (listener) => subscribe(eventListeners, listener),
    onStatus: (listener) => {
      listener(status)
      return subscribe(statusListeners, listener)
    },
    onReconnect: (listener) => subscribe(reconnectListeners, listener),
    onProblem: (listener) => subscribe(problemListeners, listener),
    close,
  }
}

function subscribe<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell<T>(listeners: Set<(value: T) => void>, value: T): void {
  for (const listener of [...listeners]) listener(value)
}
