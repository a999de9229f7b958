import { setImmediate as nextTurn } from 'node:timers/promises'
import { type MalformedTree, type MoveTree, ok, type Result, treeCheck } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from '../../http/rate-limits.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/** Checks a tree from outside. @param earlier a version that was checked: its moves are not played again */
export type CheckTree = (tree: unknown, earlier: MoveTree | null) => Promise<Result<MoveTree, Refusal>>

/** Work whose steps say whether they played a move. */
export type Steps<T> = Iterator<boolean, T>
/** Does work in slices, when its owner's turn has come. */
export type InSlices = <T>(steps: Steps<T>) => Promise<Result<T, Refusal>>

declare module 'fastify' {
  interface FastifyInstance {
    /** How the trees and records of a request are checked: in slices, and the moves that are played count as reads. */
    slicesFor(request: FastifyRequest, reply: FastifyReply): InSlices
  }
}

/** How long trees are checked before other requests get their turn. Playing one move takes less than a millisecond. */
const SLICE_MS = 5
/** Trees of one owner that may wait at once. */
const MAX_WAITING = 5
/** Moves whose checking counts as a read. */
const MOVES_PER_READ = 100

/** Lets routes check trees in slices. Owners take turns after each slice. */
export function registerSlices(app: FastifyInstance): void {
  const queue = new SliceQueue()
  app.decorate('slicesFor', (request: FastifyRequest, reply: FastifyReply): InSlices => {
    return async <T>(steps: Steps<T>): Promise<Result<T, Refusal>> => {
      const work = new Work(steps)
      const isWaiting = queue.add(ownerOf(request), work)
      if (!isWaiting)
        return refuse('rate-limited', 'Too many trees of moves at once. Wait for the answers.', {
          retryAfter: 1,
        })
      const { played, value } = await work.done
      const tooMany = app.countReads(request, reply, Math.floor(played / MOVES_PER_READ))
      return tooMany ?? ok(value)
    }
  })
}

/** Checks trees in slices. */
export const treeChecker =
  (inSlices: InSlices): CheckTree =>
  async (tree, earlier) => {
    const checked = await inSlices(treeCheck(tree, earlier))
    if (!checked.ok) return checked
    return checked.value.ok ? checked.value : refusalOf(checked.value.error)
  }

const refusalOf = ({ node, reason, message }: MalformedTree) =>
  refuse('malformed-tree', `${node === null ? 'The tree' : `Node ${node}`}: ${message}.`, { node, reason })

class Work<T> {
  readonly done: Promise<{ played: number; value: T }>
  readonly #steps: Steps<T>
  #played = 0
  #resolve!: (done: { played: number; value: T }) => void
  #reject!: (error: unknown) => void

  constructor(steps: Steps<T>) {
    this.#steps = steps
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Goes on for one slice. @returns whether it is done */
  advance(): boolean {
    const end = performance.now() + SLICE_MS
    try {
      do {
        const step = this.#steps.next()
        if (step.done) {
          this.#resolve({ played: this.#played, value: step.value })
          return true
        }
        if (step.value) this.#played++
      } while (performance.now() < end)
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

  /** @returns false if too much of this owner waits */
  add(owner: string, work: Sliced): boolean {
    const own = this.#waiting.get(owner)
    if (own && own.length >= MAX_WAITING) return false
    if (own) own.push(work)
    else this.#waiting.set(owner, [work])
    // work that comes when the last has just ended must not start a second run, which would take a slice in each turn too
    if (!this.#isRunning) void this.#run()
    return true
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
