import { ApiError } from '@tegenzet/client'
import type { MoveTree } from '@tegenzet/rules'
import { joinTrees } from '$lib/analysis/join-trees.ts'
import { type AnalysisKey, forgetTree, type KeptTree, keepTree, type StoredTree } from './kept-tree.ts'

/** The time between a change and saving it, and between two savings. */
export const SAVE_DELAY_MS = 800
export const SAVE_INTERVAL_MS = 2_000
const RETRY_MS = 10_000

/** The server calls of an analysis, and the page that shows it. */
export interface SyncCalls {
  /** @throws ApiError `conflict` with `current` if it was changed elsewhere since `version` */
  save(stored: { tree: MoveTree; version: number }): Promise<{ version: number }>
  load(): Promise<StoredTree>
  /** Shows a version that was changed elsewhere, or joined with it. */
  show(tree: MoveTree): void
  /** Changes from here and from elsewhere were joined. */
  onjoin(): void
}

/** Saves an analysis as the player changes it, on this device at once and on the server soon after, and joins it with others. */
export class TreeSync {
  state = $state<'saved' | 'waiting' | 'saving' | 'failed'>('saved')
  /** Why it could not be saved. */
  error = $state.raw<unknown>(null)
  #tree: MoveTree
  /** What the server has, as far as is known here. */
  #base: StoredTree
  #timer: ReturnType<typeof setTimeout> | undefined
  #savedAt = 0
  readonly #key: AnalysisKey
  readonly #calls: SyncCalls

  constructor(key: AnalysisKey, calls: SyncCalls, { tree, base }: KeptTree) {
    this.#key = key
    this.#calls = calls
    this.#tree = tree
    this.#base = base
  }

  /** The player has changed the tree. */
  change(tree: MoveTree): void {
    this.#tree = tree
    keepTree(this.#key, { tree, base: this.#base })
    // not only when it would be tried again
    if (this.state === 'failed') this.#stopTimer()
    if (this.state !== 'saving') this.#saveLater()
  }

  /** The tree has got moves of the game, which need not be saved by themselves. */
  grow(tree: MoveTree): void {
    this.#tree = tree
  }

  /** Saves changes at once. Never throws: after an error they stay on this device. */
  async save(): Promise<void> {
    this.#stopTimer()
    if (this.state === 'saved' || this.state === 'saving') return
    this.state = 'saving'
    try {
      let sent = this.#tree
      while (!(await this.#send(sent))) sent = this.#tree
      this.error = null
      // Changed while it was being saved.
      if (this.#tree !== sent) return this.#saveLater()
      this.state = 'saved'
      forgetTree(this.#key)
    } catch (error) {
      this.error = error
      this.state = 'failed'
      // What the server refuses has to be changed first.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) this.#retryLater()
    } finally {
      this.#savedAt = Date.now()
    }
  }

  /** Asks for changes from elsewhere. Never throws: the next time may succeed. */
  async refresh(): Promise<void> {
    if (this.state !== 'saved') return this.save()
    const stored = await this.#calls.load().catch(() => null)
    if (!stored || this.state !== 'saved' || stored.version <= this.#base.version) return
    this.#base = stored
    if (stored.tree) this.#show(stored.tree)
  }

  /** Saves what is left. Nothing is saved later by itself. */
  close(): void {
    this.save()
    this.#stopTimer()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #saveLater(): void {
    this.state = 'waiting'
    if (this.#timer !== undefined) return
    const wait = Math.max(SAVE_DELAY_MS, this.#savedAt + SAVE_INTERVAL_MS - Date.now())
    this.#timer = setTimeout(() => this.save(), wait)
  }

  #retryLater(): void {
    this.#stopTimer()
    this.#timer = setTimeout(() => this.save(), RETRY_MS)
  }

  /** @returns false if it was joined with a newer version and has to be sent again */
  async #send(tree: MoveTree): Promise<boolean> {
    try {
      const { version } = await this.#calls.save({ tree, version: this.#base.version })
      this.#base = { tree, version }
      if (this.#tree !== tree) keepTree(this.#key, { tree: this.#tree, base: this.#base })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      this.#join((error.problem as unknown as { current: StoredTree }).current)
      return false
    }
  }

  /** Joins the tree, which may have been changed since it was sent, with what the server has. */
  #join(current: StoredTree): void {
    const joined = current.tree ? joinTrees(this.#base.tree, current.tree, this.#tree) : this.#tree
    const isNews = joined !== this.#tree && JSON.stringify(joined) !== JSON.stringify(this.#tree)
    this.#base = current
    if (isNews) {
      this.#show(joined)
      this.#calls.onjoin()
    }
    keepTree(this.#key, { tree: this.#tree, base: current })
  }

  #show(tree: MoveTree): void {
    this.#tree = tree
    this.#calls.show(tree)
  }
}
