import { ApiError } from '@tegenzet/client'
import type { MoveTree } from '@tegenzet/trees'
import { untrack } from 'svelte'
import { joinTrees } from '$lib/analysis/trees/join-trees.ts'
import { live } from '$lib/api/live.svelte.ts'
import type { Content, Stored, UnsavedCopy } from './unsaved-copy.ts'

/** The time between a change and saving it, and between two savings. */
export const SAVE_DELAY_MS = 800
export const SAVE_INTERVAL_MS = 2_000
const RETRY_MS = 10_000

/** The server calls of an analysis, and the page that shows it. */
interface SaverCalls {
  /** @returns the new version @throws ApiError `conflict` with `current` if it was changed elsewhere since `version` */
  save(content: Content, version: number): Promise<number>
  load(): Promise<Stored>
  /** Shows a version that was changed elsewhere, or joined with it. */
  show(content: Content): void
  /** Changes from here and from elsewhere were joined. */
  onjoin(): void
}

/** What a saver begins with. */
export interface Begun {
  content: Content
  /** What the server has, as far as is known here. */
  base: Stored
  /** The content has changes that the server may not have. */
  isUnsaved: boolean
}

/** Saves an analysis as it is changed, on this device at once and on the server soon after, and joins it with others. */
export class TreeSaver {
  state = $state<'saved' | 'waiting' | 'saving' | 'failed'>('saved')
  /** Why it could not be saved. */
  error = $state.raw<unknown>(null)
  #content: Content
  #base: Stored
  #timer: ReturnType<typeof setTimeout> | undefined
  #savedAt = 0
  /** When the server says that it takes the next save. */
  #refusedUntil = 0
  #running: Promise<void> | null = null
  #isStopped = false
  readonly #copy: UnsavedCopy
  readonly #calls: SaverCalls

  constructor(copy: UnsavedCopy, calls: SaverCalls, { content, base, isUnsaved }: Begun) {
    this.#copy = copy
    this.#calls = calls
    this.#content = content
    this.#base = base
    if (isUnsaved) this.state = 'waiting'
  }

  /** The reader has changed something. */
  change(content: Content): void {
    this.#content = content
    this.#copy.write({ content, base: this.#base })
    if (this.state === 'failed') {
      if (Date.now() < this.#refusedUntil) return
      // not only when it would be tried again
      this.#stopTimer()
    }
    if (this.state !== 'saving') this.#saveLater()
  }

  /** The tree has got moves of a game, which need not be saved by themselves. */
  grow(tree: MoveTree): void {
    this.#content = { ...this.#content, tree }
  }

  /** Saves changes at once. Never throws: after an error they stay on this device. */
  save(): Promise<void> {
    this.#running ??= this.#save().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Asks for changes from elsewhere. Never throws: the next time may succeed. */
  async refresh(): Promise<void> {
    if (this.state !== 'saved') return this.save()
    const stored = await this.#calls.load().catch(() => null)
    if (!stored || this.state !== 'saved' || stored.version <= this.#base.version) return
    this.#base = stored
    if (stored.tree) this.#show({ tree: stored.tree, title: stored.title })
  }

  /** Keeps it saved; call it in an effect. @returns the clean-up, which saves what is left */
  follow(): () => void {
    this.#isStopped = false
    const refresh = () => this.refresh()
    // Hidden may be the last that the browser tells.
    const onvisibility = () => (document.visibilityState === 'hidden' ? this.save() : refresh())
    const endOpenings = live().onOpen(refresh)
    document.addEventListener('visibilitychange', onvisibility)
    window.addEventListener('online', refresh)
    untrack(() => this.save())
    return () => {
      endOpenings()
      document.removeEventListener('visibilitychange', onvisibility)
      window.removeEventListener('online', refresh)
      this.save()
      this.stop()
    }
  }

  /** Tries no more by itself: what is left waits on this device, and another saver may send it. */
  stop(): void {
    this.#isStopped = true
    this.#stopTimer()
  }

  async #save(): Promise<void> {
    this.#stopTimer()
    if (this.state === 'saved') return
    this.state = 'saving'
    try {
      let sent = this.#content
      while (!(await this.#send(sent))) sent = this.#content
      this.error = null
      this.#savedAt = Date.now()
      // Changed while it was being saved.
      if (this.#content === sent) {
        this.state = 'saved'
        this.#copy.remove()
      } else this.#saveLater()
    } catch (error) {
      this.error = error
      this.state = 'failed'
      this.#savedAt = Date.now()
      if (error instanceof ApiError && error.retryAfter)
        this.#refusedUntil = this.#savedAt + error.retryAfter * 1000
      // What the server refuses has to be changed first.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) this.#retryLater()
    }
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
    if (this.#isStopped) return
    const wait = Math.max(RETRY_MS, this.#refusedUntil - Date.now())
    this.#timer = setTimeout(() => this.save(), wait)
  }

  /** @returns false if it was joined with a newer version and has to be sent again */
  async #send(content: Content): Promise<boolean> {
    try {
      const version = await this.#calls.save(content, this.#base.version)
      this.#base = { ...content, version }
      if (this.#content !== content) this.#copy.write({ content: this.#content, base: this.#base })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      const { current } = error.problem
      if (!current) throw error
      this.#join(current)
      return false
    }
  }

  /** Joins the content, which may have been changed since it was sent, with what the server has. */
  #join(current: Stored): void {
    const { tree, title } = this.#content
    const joined: Content = {
      tree: current.tree ? joinTrees(this.#base.tree, current.tree, tree) : tree,
      title: title === this.#base.title ? current.title : title,
    }
    const isNews = JSON.stringify(joined) !== JSON.stringify({ tree, title })
    this.#base = current
    if (isNews) {
      this.#show(joined)
      this.#calls.onjoin()
    }
    this.#copy.write({ content: this.#content, base: current })
  }

  #show(content: Content): void {
    this.#content = content
    this.#calls.show(content)
  }
}
