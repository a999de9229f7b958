import { showError } from '$lib/ui/show-error.ts'

/** Enters a competition, or changes the entry. Afterwards the page loads again, because an error may mean that it is outdated. */
export class EntryChange {
  busy = $state(false)
  readonly #reload: () => Promise<void>

  constructor(reload: () => Promise<void>) {
    this.#reload = reload
  }

  /** Never throws: an error is shown. */
  async run(call: () => Promise<unknown>): Promise<void> {
    this.busy = true
    try {
      await call()
    } catch (error) {
      await showError(error)
    }
    await this.#reload()
    this.busy = false
  }
}
