import fs from 'node:fs'
import { promisify } from 'node:util'

/**
 * Synchronises what Postgres has written, when Postgres asks for it. The log of a commit is synchronised by another thread,
 * once for all commits that were written meanwhile; whoever has committed waits for `settled`. Before anything but the log
 * is written, the log is synchronised at once: no page of a table may be on the disk before the log of its change.
 */
export class DiskSync {
  /** Descriptors of the log's segments with commits that are not on the disk yet. */
  #waiting = new Set<number>()
  #underWay = new Set<number>()
  /** Ends when what is under way is on the disk. */
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  /** The disk has refused to synchronise: nobody knows what is on it. */
  failure: Error | null = null
  #isOn = false
  readonly #onFailure: (error: Error) => void

  /** @param onFailure is called once if the disk refuses to synchronise */
  constructor(onFailure: (error: Error) => void) {
    this.#onFailure = onFailure
  }

  /** Synchronises from now on. Until then the files are being created, and are brought to the disk by `createOnce`. */
  start(): void {
    this.#isOn = true
  }

  /** Whether nothing of the log waits for the disk. */
  get isSettled(): boolean {
    return this.#waiting.size === 0 && this.#underWay.size === 0 && !this.failure
  }

  /** Postgres has written commits to this segment of its log. */
  addLog(descriptor: number): void {
    this.#throwFailure()
    if (this.#isOn) this.#waiting.add(descriptor)
  }

  /** Brings the log to the disk before something else is written. */
  syncLog(): void {
    this.#throwFailure()
    // one that is under way may have begun before the latest commit
    for (const descriptor of new Set([...this.#underWay, ...this.#waiting])) this.syncNow(descriptor)
    this.#waiting.clear()
  }

  /** @throws if the disk refuses, also after it has refused once */
  syncNow(descriptor: number): void {
    this.#throwFailure()
    if (!this.#isOn) return
    try {
      fs.fsyncSync(descriptor)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Closes a descriptor once nothing synchronises it. */
  close(descriptor: number): void {
    if (this.#waiting.has(descriptor)) this.syncLog()
    if (this.#underWay.has(descriptor))
      void this.#current.catch(() => {}).then(() => fs.closeSync(descriptor))
    else fs.closeSync(descriptor)
  }

  /** Waits until everything that was committed before this call is on the disk. @throws if the disk refuses */
  async settled(): Promise<void> {
    this.#throwFailure()
    if (this.#waiting.size === 0) return this.#current
    this.#next ??= this.#current.then(() => this.#syncWaiting())
    return this.#next
  }

  #syncWaiting(): Promise<void> {
    this.#next = null
    this.#underWay = this.#waiting
    this.#waiting = new Set()
    const syncs = [...this.#underWay].map((descriptor) => promisify(fs.fsync)(descriptor))
    this.#current = Promise.all(syncs).then(
      () => this.#underWay.clear(),
      (error) => {
        this.#underWay.clear()
        throw this.#failed(error)
      },
    )
    return this.#current
  }

  #throwFailure(): void {
    if (this.failure) throw this.failure
  }

  #failed(error: unknown): Error {
    if (!this.failure) {
      this.failure = error as Error
      this.#onFailure(this.failure)
    }
    return this.failure
  }
}
