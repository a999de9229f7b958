import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok, type Result } from '@tegenzet/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../refusal.ts'
import { ownerOf } from './rate-limits.ts'

/** Work whose steps say how many moves they played, or work as long as that many; `true` is one. */
export type Steps<T> = Iterator<boolean | number, T>
/**
 * Does work in slices, when its owner's turn has come.
 * @param atOnce moves that are played without waiting, because the request itself is counted for them
 */
export type InSlices = <T>(steps: Steps<T>, atOnce?: number) => Promise<Result<T, Refusal>>

declare module 'fastify' {
  interface FastifyInstance {
    /** How the work of a request is done that grows with what it is about: in slices, and its moves count as reads. */
    slicesFor(request: FastifyRequest, reply: FastifyReply): InSlices
    /** The same for an answer that is being sent already: it goes on more slowly instead of being refused. */
    pacedSlicesFor(request: FastifyRequest): <T>(steps: Steps<T>) => Promise<T>
  }
}

/** How long work goes on before other requests get their turn. Playing one move takes less than a millisecond. */
const SLICE_MS = 5
/** Pieces of work of one owner that may wait at once. */
const MAX_WAITING = 5
/** Moves that count as a read. */
export const MOVES_PER_READ = 100

/** Lets routes work in slices. Owners take turns after each slice. */
export function registerSlices(app: FastifyInstance): void {
  const queue = new SliceQueue()
  app.decorate('slicesFor', (request: FastifyRequest, reply: FastifyReply): InSlices => {
    return async <T>(steps: Steps<T>, atOnce = 0): Promise<Result<T, Refusal>> => {
      const owner = ownerOf(request)
      const work = new Work(steps)
      if (!work.advance(atOnce)) {
        if (queue.waiting(owner) >= MAX_WAITING)
          return refuse('rate-limited', 'Too much work at once. Wait for the answers.', { retryAfter: 1 })
        queue.add(owner, work)
      }
      const { played, value } = await work.done
      const tooMany = app.countReads(request, reply, Math.floor(played / MOVES_PER_READ))
      return tooMany ?? ok(value)
    }
  })
  app.decorate('pacedSlicesFor', (request: FastifyRequest) => {
    let uncounted = 0
    return async <T>(steps: Steps<T>): Promise<T> => {
      const work = new Work(steps)
      queue.add(ownerOf(request), work)
      const { played, value } = await work.done
      uncounted += played
      await app.paceReads(request, Math.floor(uncounted / MOVES_PER_READ))
      uncounted %= MOVES_PER_READ
      return value
    }
  })
}

interface Done<T> {
  played: number
  value: T
}

class Work<T> {
  readonly done: Promise<Done<T>>
  readonly #steps: Steps<T>
  #played = 0
  #resolve!: (done: Done<T>) => void
  #reject!: (error: unknown) => void

  constructor(steps: Steps<T>) {
    this.#steps = steps
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Goes on for one slice, and until so many moves are played. @returns whether it is done */
  advance(moves = Number.POSITIVE_INFINITY): boolean {
    const end = performance.now() + SLICE_MS
    try {
      while (this.#played < moves) {
        const step = this.#steps.next()
        if (step.done) {
          this.#resolve({ played: this.#played, value: step.value })
          return true
        }
        this.#played += Number(step.value)
        if (performance.now() >= end) break
      }
      return false
    } catch (error) {
      this.#reject(error)
      return true
    }
  }
}

type Sliced = Pick<Work<unknown>, 'advance'>

/** The work that waits, by owner. One slice is worked on in a turn of the event loop. */
class SliceQueue {
  readonly #waiting = new Map<string, [Sliced, ...Sliced[]]>()
  #isRunning = false

  /** How many pieces of work of this owner wait. */
  waiting(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  add(owner: string, work: Sliced): void {
    const own = this.#waiting.get(owner)
    if (own) own.push(work)
    else this.#waiting.set(owner, [work])
    // work that comes when the last has just ended must not start a second run, which would take a slice in each turn too
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (;;) {
      await nextTurn()
      const [first] = this.#waiting
      if (!first) break
      const [owner, [work, ...others]] = first
      // goes to the end
      this.#waiting.delete(owner)
      const [next, ...later] = work.advance() ? others : [work, ...others]
      if (next) this.#waiting.set(owner, [next, ...later])
    }
    this.#isRunning = false
  }
}
