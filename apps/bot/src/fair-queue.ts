/** Items of several owners, taken in turns: an owner with many items keeps the others waiting for one at a time. */
export class FairQueue<T> {
  /** The first is served next. */
  readonly #waiting = new Map<string, [T, ...T[]]>()

  get owners(): number {
    return this.#waiting.size
  }

  waitingOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  push(owner: string, item: T): void {
    const items = this.#waiting.get(owner)
    if (items) items.push(item)
    else this.#waiting.set(owner, [item])
  }

  take(): { owner: string; item: T } | undefined {
    for (const [owner, [item, next, ...rest]] of this.#waiting) {
      this.#waiting.delete(owner)
      if (next !== undefined) this.#waiting.set(owner, [next, ...rest])
      return { owner, item }
    }
    return undefined
  }
}
