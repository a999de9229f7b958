import type { Reminders } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { showError } from '$lib/account/show-error.ts'
import { api } from '$lib/api/api.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** The settings as they are shown: each change is shown at once and kept in the order of the clicks. */
export class ReminderSettings {
  shown = $state.raw<Reminders>()
  failure = $state.raw<unknown>()
  #keeping = Promise.resolve()

  async load(): Promise<void> {
    this.failure = undefined
    try {
      this.shown = await api.call('getReminders')
    } catch (error) {
      this.failure = error
    }
  }

  change(changes: Partial<Reminders>): void {
    if (!this.shown) return
    const body = { ...this.shown, ...changes }
    this.shown = body
    this.#keeping = this.#keeping.then(() => this.#keep(body))
  }

  async #keep(body: Reminders): Promise<void> {
    try {
      const kept = await api.call('setReminders', { body })
      if (this.shown === body) this.shown = kept
      showToast(m.ui_saved(), 'success')
    } catch (error) {
      await showError(error)
      await this.load()
    }
  }
}
