interface Owner<T> {
  readonly owner: string
  /** The nearest deadline first. */
  items: readonly { deadline: number; item: T }[]
  /** The round in which it is served next. */
  round: number
}

/**
 * Items of several owners, taken in rounds. A round serves one item of each owner that waits when it begins, the nearest
 * deadline first: an owner with many items or near deadlines keeps the others waiting for at most a round.
 */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Owner<T>>()
  #round = 0

  get owners(): number {
    return this.#waiting.size
  }

  waitingOf(owner: string): number {
    return this.#waiting.get(owner)?.items.length ?? 0
  }

  /** @param deadline null: none, so it comes after the owner's other items */
  push(owner: string, deadline: string | null, item: T): void {
    const added = { deadline: deadline === null ? Number.MAX_VALUE : Date.parse(deadline), item }
    const { items, round } = this.#waiting.get(owner) ?? { items: [], round: this.#round + 1 }
    const sorted = [...items, added].toSorted((a, b) => a.deadline - b.deadline)
    this.#waiting.set(owner, { owner, items: sorted, round })
  }

  take(): { owner: string; item: T } | undefined {
    const [next] = [...this.#waiting.values()].toSorted(
      (a, b) => a.round - b.round || firstDeadline(a) - firstDeadline(b),
    )
    const [first, ...others] = next?.items ?? []
    if (!next || !first) return undefined
    const { owner, round } = next
    this.#round = round
    if (others.length > 0) this.#waiting.set(owner, { owner, items: others, round: round + 1 })
    else this.#waiting.delete(owner)
    return { owner, item: first.item }
  }
}

const firstDeadline = ({ items: [first] }: Owner<unknown>): number => first?.deadline ?? Number.MAX_VALUE
