import { ApiError } from '@tegenzet/client'
import type { MoveTree } from '@tegenzet/rules'
import { joinTrees } from './join-trees.ts'

/** A tree as the server has it. Version 0: it has none yet. */
export interface SavedTree {
  tree: MoveTree
  version: number
}

interface Calls {
  /** @returns the new version @throws ApiError `conflict`, with what is stored */
  save: (tree: MoveTree, version: number) => Promise<number>
  /** Another device was faster: both versions are joined, and are saved next. */
  onjoin: (tree: MoveTree) => void
}

/** Between the last change and saving, between two times, and before another attempt without a connection. */
const DELAY_MS = 500
const INTERVAL_MS = 2_000
const RETRY_MS = 10_000

/** Saves a tree while it is edited, at most every two seconds. */
export class TreeSaver {
  /** `waiting`: changed, and about to be saved. */
  state = $state<'saved' | 'waiting' | 'saving' | 'failed'>('saved')
  /** Why it could not be saved. */
  error = $state.raw<unknown>(null)
  readonly #calls: Calls
  #saved: SavedTree
  #tree: MoveTree
  #changes = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(saved: SavedTree, calls: Calls) {
    this.#saved = saved
    this.#tree = saved.tree
    this.#calls = calls
  }

  get version(): number {
    return this.#saved.version
  }

  /** Saves a changed tree soon. Without one, something that is saved with the tree has changed. */
  change(tree: MoveTree = this.#tree): void {
    this.#tree = tree
    this.#changes++
    if (this.state !== 'saving') this.#later(DELAY_MS)
  }

  /** Saves now what is not saved. Never throws: the reason is in `error`. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.state === 'saved' || this.state === 'saving') return
    this.state = 'saving'
    try {
      let changes = this.#changes
      while (!(await this.#send())) changes = this.#changes
      this.#lastAt = performance.now()
      this.error = null
      if (changes === this.#changes) this.state = 'saved'
      else this.#later(DELAY_MS)
    } catch (error) {
      this.error = error
      const isTemporary = !(error instanceof ApiError) || error.status >= 429
      if (isTemporary) this.#later(RETRY_MS)
      this.state = 'failed'
    }
  }

  /** Saves at once when the page is hidden, which may be the last that the browser tells; call it in an effect. */
  follow(): () => void {
    const onhidden = () => {
      if (document.visibilityState === 'hidden') this.save()
    }
    const ononline = () => this.save()
    document.addEventListener('visibilitychange', onhidden)
    window.addEventListener('online', ononline)
    return () => {
      document.removeEventListener('visibilitychange', onhidden)
      window.removeEventListener('online', ononline)
      this.save()
    }
  }

  #later(delay: number): void {
    this.state = 'waiting'
    clearTimeout(this.#timer)
    const pause = this.#lastAt + INTERVAL_MS - performance.now()
    this.#timer = setTimeout(() => this.save(), Math.max(delay, pause))
  }

  /** @returns false if the tree was joined with another version and has to be sent again */
  async #send(): Promise<boolean> {
    const tree = this.#tree
    try {
      this.#saved = { tree, version: await this.#calls.save(tree, this.#saved.version) }
      return true
    } catch (error) {
      const current = error instanceof ApiError && error.code === 'conflict' && error.problem.current
      if (!current) throw error
      const theirs = current.tree ?? { ...tree, nodes: [] }
      const joined = joinTrees(this.#saved.tree, theirs, this.#tree)
      this.#saved = { tree: theirs, version: current.version }
      this.#tree = joined
      this.#calls.onjoin(joined)
      return false
    }
  }
}
