import { setImmediate as nextTurn } from 'node:timers/promises'
import { type MalformedTree, type MoveTree, ok, type Result, treeCheck } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from '../../http/rate-limits.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/** Checks a tree from outside. @param earlier a version that was checked: its moves are not played again */
export type CheckTree = (tree: unknown, earlier: MoveTree | null) => Promise<Result<MoveTree, Refusal>>

declare module 'fastify' {
  interface FastifyInstance {
    /** How the trees of a request are checked: its owner's turn is awaited, and the moves that are played are counted. */
    treeCheckFor(request: FastifyRequest, reply: FastifyReply): CheckTree
  }
}

/** How long trees are checked before other requests get their turn. Playing one move takes less than a millisecond. */
const SLICE_MS = 5
/** Trees of one owner that may wait at once. */
const MAX_WAITING = 5
/** Moves whose checking counts as a read. */
const MOVES_PER_READ = 100

/** Lets routes check trees in slices. Owners take turns after each slice. */
export function registerTreeChecks(app: FastifyInstance): void {
  const queue = new CheckQueue()
  app.decorate('treeCheckFor', (request: FastifyRequest, reply: FastifyReply): CheckTree => {
    return async (tree, earlier) => {
      const checked = queue.add(ownerOf(request), new Check(tree, earlier))
      if (!checked)
        return refuse('rate-limited', 'Too many trees of moves at once. Wait for the answers.', {
          retryAfter: 1,
        })
      const { played, result } = await checked
      const tooMany = app.countReads(request, reply, Math.floor(played / MOVES_PER_READ))
      if (tooMany) return tooMany
      return result.ok ? ok(result.value) : refusalOf(result.error)
    }
  })
}

const refusalOf = ({ node, reason, message }: MalformedTree) =>
  refuse('malformed-tree', `${node === null ? 'The tree' : `Node ${node}`}: ${message}.`, { node, reason })

interface Checked {
  /** How many moves were played. */
  played: number
  result: Result<MoveTree, MalformedTree>
}

class Check {
  readonly result: Promise<Checked>
  readonly #steps: ReturnType<typeof treeCheck>
  #played = 0
  #resolve!: (checked: Checked) => void
  #reject!: (error: unknown) => void

  constructor(tree: unknown, earlier: MoveTree | null) {
    this.#steps = treeCheck(tree, earlier)
    this.result = new Promise((resolve, reject) => {
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
          this.#resolve({ played: this.#played, result: step.value })
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

/** The checks that wait, by owner. One slice is worked on at a time. */
class CheckQueue {
  readonly #waiting = new Map<string, Check[]>()

  /** @returns null if too many of this owner wait */
  add(owner: string, check: Check): Promise<Checked> | null {
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= MAX_WAITING) return null
    const isIdle = this.#waiting.size === 0
    own.push(check)
    this.#waiting.set(owner, own)
    if (isIdle) void this.#run()
    return check.result
  }

  async #run(): Promise<void> {
    for (;;) {
      const [first] = this.#waiting
      if (!first) return
      const [owner, [check, ...others]] = first
      // goes to the end
      this.#waiting.delete(owner)
      const left = check!.advance() ? others : [check!, ...others]
      if (left.length > 0) this.#waiting.set(owner, left)
      await nextTurn()
    }
  }
}
