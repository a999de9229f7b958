/** Blocks of tables in memory up to a size. The least recently used go first. */
export class BlockCache {
  readonly #maxBytes: number
  /** The least recently used first. */
  readonly #blocks = new Map<string, { bytes: number; values: Promise<Uint8Array> }>()
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** A block, which is read if it is not held. */
  get(name: string, bytes: number, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#blocks.get(name)
    if (known) {
      // the most recently used last
      this.#blocks.delete(name)
      this.#blocks.set(name, known)
      return known.values
    }
    const values = read()
    this.#blocks.set(name, { bytes, values })
    this.#heldBytes += bytes
    for (const [oldest, { bytes }] of this.#blocks) {
      if (this.#heldBytes <= this.#maxBytes || oldest === name) break
      this.#blocks.delete(oldest)
      this.#heldBytes -= bytes
    }
    return values
  }

  clear(): void {
    this.#blocks.clear()
    this.#heldBytes = 0
  }
}
