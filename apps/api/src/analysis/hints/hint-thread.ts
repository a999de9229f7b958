import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Move, Position, RuleSetId } from '@tegenzet/rules'

export interface HintTask {
  rules: RuleSetId
  rulesRevision: number
  /** All of the game so far. */
  positions: Position[]
}

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './start-finding-hints.mjs' : './find-hint-thread.js',
  import.meta.url,
)

/**
 * Searches for hints in a thread of its own, one at a time, so that this one keeps answering requests. An owner's next
 * search waits for the one before, so that owners take turns.
 */
export class HintThread {
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  readonly #lastOf = new Map<string, Promise<unknown>>()

  find(owner: string, task: HintTask): Promise<Move> {
    const before = this.#lastOf.get(owner)
    const found = before ? before.then(() => this.#queue(task)) : this.#queue(task)
    const settled = found.catch(() => {})
    this.#lastOf.set(owner, settled)
    settled.then(() => {
      if (this.#lastOf.get(owner) === settled) this.#lastOf.delete(owner)
    })
    return found
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #queue(task: HintTask): Promise<Move> {
    const found = this.#last.then(() => this.#search(task))
    this.#last = found.catch(() => {})
    return found
  }

  async #search(task: HintTask): Promise<Move> {
    const worker = this.#worker ?? this.#start()
    const ended = new AbortController()
    const onexit = () => ended.abort()
    worker.once('exit', onexit)
    try {
      worker.postMessage(task)
      const [move] = await once(worker, 'message', { signal: ended.signal })
      return move
    } catch (error) {
      // an error ends the thread: the next search starts another one
      this.#worker = null
      throw error
    } finally {
      worker.off('exit', onexit)
    }
  }

  #start(): Worker {
    const worker = new Worker(THREAD)
    // an idle thread must not keep the process alive
    worker.unref()
    this.#worker = worker
    return worker
  }
}
