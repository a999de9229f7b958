import { ApiError } from '@tegenzet/client'

/** A value that is loaded from the server. Reloading keeps the old value until the new one arrives. */
export class Resource<T> {
  current = $state.raw<T | null>(null)
  error = $state.raw<unknown>(null)
  #fetch: () => Promise<T>
  /** Counts loads, to ignore the answer of a load that a later one has overtaken. */
  #loads = 0

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch
  }

  /** Never throws: an error is in `error`. */
  async load(): Promise<void> {
    const load = ++this.#loads
    try {
      const value = await this.#fetch()
      if (load !== this.#loads) return
      this.current = value
      this.error = null
    } catch (error) {
      if (load === this.#loads) this.error = error
    }
  }
}

/** Whether the server does not have what was asked for. `validation`: the address cannot name anything. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && ['not-found', 'validation', 'feature-off'].includes(error.code)
