import type { LiveCommand, LiveMessage, Problem } from '@tegenzet/contract'
import { CLOSE_REVOKED } from '@tegenzet/contract/live-protocol'
import { backoffDelay } from './backoff.ts'
import { createClient } from './client.ts'
import { ApiError } from './errors.ts'
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
  /** For pages of the server's own site: `data-since` of the page. The first connection begins with the events since then. */
  since?: string | undefined
}

export interface ConnectionHandlers {
  onStatus(status: LiveStatus): void
  onMessage(message: LiveMessage): void
  /** The token has ended. The connection is closed already. */
  onRevoked(problem: Problem): void
}

type Timing = 'minBackoffMs' | 'maxBackoffMs' | 'idleTimeoutMs' | 'responseTimeoutMs'

/**
 * A socket that is replaced when it is lost or silent: after a backoff, or at once when the browser comes online or its
 * page becomes visible. Only `close` and the end of the token end it.
 */
export class LiveConnection {
  readonly #options: LiveOptions & Required<Pick<LiveOptions, Timing>>
  readonly #handlers: ConnectionHandlers
  readonly #createSocket: (since?: string) => WebSocketLike
  readonly #stopWakeListener: () => void
  #status: LiveStatus = 'connecting'
  #socket: WebSocketLike | null = null
  #failures = 0
  #openedAt: number | null = null
  /** There is only one timer, because only one thing is pending at a time: a retry, an opening, a ping or a pong. */
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Where the first connection goes on. */
  #since: string | undefined

  constructor(options: LiveOptions, handlers: ConnectionHandlers) {
    const {
      minBackoffMs = 500,
      maxBackoffMs = 30_000,
      idleTimeoutMs = 25_000,
      responseTimeoutMs = 10_000,
    } = options
    this.#options = { ...options, minBackoffMs, maxBackoffMs, idleTimeoutMs, responseTimeoutMs }
    this.#handlers = handlers
    this.#since = options.since
    this.#createSocket = socketFactory(options)
    this.#stopWakeListener = onWake(() => this.#wake())
    this.#connect()
  }

  get status(): LiveStatus {
    return this.#status
  }

  /** Whether this connection began with the events that were missed before it. */
  get resumed(): boolean {
    return this.#since !== undefined
  }

  /** Sends a command. It is lost if the connection is not open. */
  send(command: LiveCommand): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(command))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#stopWakeListener()
    this.#dropSocket()
    this.#setStatus('closed')
  }

  #connect(): void {
    const socket = this.#createSocket(this.#since)
    this.#socket = socket
    const ifCurrent =
      <T extends unknown[]>(action: (...args: T) => void) =>
      (...args: T) => {
        if (this.#socket === socket) action(...args)
      }
    socket.addEventListener(
      'open',
      ifCurrent(() => this.#opened()),
    )
    socket.addEventListener(
      'message',
      ifCurrent(({ data }) => {
        this.#restartIdleTimer()
        this.#handlers.onMessage(JSON.parse(String(data)) as LiveMessage)
      }),
    )
    socket.addEventListener(
      'close',
      ifCurrent(({ code }) =>
        code === CLOSE_REVOKED && this.#options.token ? this.close() : this.#reconnect(),
      ),
    )
    socket.addEventListener('error', () => {}) // `close` follows, but Node's `ws` throws without a listener
    this.#after(this.#options.responseTimeoutMs, () => this.#reconnect())
  }

  #opened(): void {
    this.#openedAt = Date.now()
    this.#restartIdleTimer()
    this.#setStatus('open')
  }

  #reconnect(): void {
    const { token, responseTimeoutMs, minBackoffMs, maxBackoffMs } = this.#options
    const openedAt = this.#openedAt
    if (openedAt === null && token) this.#closeIfRevoked()
    this.#dropSocket()
    // a connection that closes soon after opening counts as a failure, so that the backoff grows
    const lasted = openedAt !== null && Date.now() - openedAt > responseTimeoutMs
    this.#failures = lasted ? 1 : this.#failures + 1
    this.#openedAt = null
    this.#since = undefined
    this.#setStatus('connecting')
    this.#after(backoffDelay(this.#failures - 1, minBackoffMs, maxBackoffMs), () => this.#connect())
  }

  /** A browser does not tell why a WebSocket was refused, so a request checks whether the token is still valid. */
  async #closeIfRevoked(): Promise<void> {
    try {
      await createClient({ ...this.#options, retries: 0 }).call('getAccount')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated' || this.#status === 'closed')
        return
      this.close()
      this.#handlers.onRevoked(error.problem)
    }
  }

  /** Does not wait for the close event, which takes minutes on a dead connection. */
  #dropSocket(): void {
    const dropped = this.#socket
    this.#socket = null
    dropped?.close()
  }

  #restartIdleTimer(): void {
    this.#after(this.#options.idleTimeoutMs, () => this.#ping())
  }

  #ping(): void {
    this.send({ type: 'ping' })
    this.#after(this.#options.responseTimeoutMs, () => this.#reconnect())
  }

  #wake(): void {
    if (this.#status === 'open') this.#ping()
    else if (!this.#socket) {
      clearTimeout(this.#timer)
      this.#connect()
    }
  }

  #after(milliseconds: number, action: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(action, milliseconds)
  }

  #setStatus(status: LiveStatus): void {
    if (this.#status === status) return
    this.#status = status
    this.#handlers.onStatus(status)
  }
}
