import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Transport } from './transport.ts'

export interface ListenerOptions {
  onText(text: string): void
  /** Messages since that time may be lost, and no more arrive until `onGap`. */
  onLoss(since: Date): Promise<void>
  /** Called after listening again: messages since that time may be lost. If it fails, the connection is replaced. */
  onGap(since: Date): Promise<void>
  now: () => Date
  log: FastifyBaseLogger
  /** Ends it. */
  signal: AbortSignal
}

const RETRY_MS = 1000
const PROBE_EVERY_MS = 20_000
const PROBE_TIMEOUT_MS = 10_000

/** Listens to the other processes on one connection, and replaces it if it is lost. */
export class BusListener {
  readonly #transport: Transport
  readonly #options: ListenerOptions
  /** No message was missed before this time. */
  #completeUntil: Date
  #listens = false
  /** Whether a loss has been logged since it last listened. */
  #isLossLogged = false
  /** Whether `onLoss` has been called since it last listened. */
  #isBridged = false
  #attempted = () => {}
  /** Resolves when it listens, or after its first attempt. */
  readonly ready = new Promise<void>((resolve) => {
    this.#attempted = resolve
  })
  /** Resolves after the signal. */
  readonly ended: Promise<void>

  constructor(transport: Transport, options: ListenerOptions) {
    this.#transport = transport
    this.#options = options
    this.#completeUntil = options.now()
    this.ended = this.#keepListening()
  }

  /** Whether it listens at the moment. */
  get listens(): boolean {
    return this.#listens
  }

  async #keepListening(): Promise<void> {
    const { signal, log } = this.#options
    while (!signal.aborted)
      try {
        await this.#listen()
      } catch (error) {
        if (signal.aborted) return
        if (!this.#isLossLogged)
          log.warn(
            { err: error },
            'this process does not hear the others; it reads the outbox and tries again',
          )
        this.#isLossLogged = true
        await this.#bridge()
        this.#attempted()
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
  }

  /** Listens until the connection is lost or the signal aborts. */
  async #listen(): Promise<void> {
    const { onText, onGap, now, log, signal } = this.#options
    let lose: (error: Error) => void
    const loss = new Promise<never>((_, reject) => {
      lose = reject
    })
    loss.catch(() => {}) // it may reject while nothing awaits it
    const connection = await this.#transport.listen(onText, (error) => lose(error))
    try {
      await Promise.race([loss, onGap(this.#completeUntil)])
      this.#listens = true
      this.#isBridged = false
      if (this.#isLossLogged) log.info('this process hears the others again')
      this.#isLossLogged = false
      this.#attempted()
      while (!signal.aborted) {
        this.#completeUntil = now()
        await Promise.race([loss, sleep(PROBE_EVERY_MS, undefined, { signal })])
        // a connection can be cut without an error at either end
        await Promise.race([loss, connection.probe(), probeTimeout(signal)])
      }
    } finally {
      this.#listens = false
      connection.stop()
    }
  }

  /** Has the outbox read instead until it listens again. */
  async #bridge(): Promise<void> {
    const { onLoss, now, log } = this.#options
    const at = now()
    try {
      if (!this.#isBridged) await onLoss(this.#completeUntil)
      this.#isBridged = true
      this.#completeUntil = at
    } catch (error) {
      log.warn({ err: error }, 'what other processes did could not be read')
    }
  }
}

async function probeTimeout(signal: AbortSignal): Promise<void> {
  await sleep(PROBE_TIMEOUT_MS, undefined, { signal, ref: false })
  throw new Error('the connection does not answer')
}
