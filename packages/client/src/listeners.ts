/** A set of callbacks that are called with each value. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>()

  /** @returns a function that removes the listener */
  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value)
  }
}
