import type { Reminders } from '@tegenzet/contract'
import { reminders } from '@tegenzet/pages/account'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'
import { showError } from '$lib/ui/show-error.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** Reminder settings. A change is shown at once, and changes are saved in the order they were made. */
export class ReminderSettings {
  shown = $state.raw<Reminders>()
  failure = $state.raw<unknown>()
  #saving = Promise.resolve()

  async load(): Promise<void> {
    this.failure = undefined
    try {
      this.shown = await api.call(...reminders())
    } catch (error) {
      this.failure = error
    }
  }

  change(changes: Partial<Reminders>): void {
    if (!this.shown) return
    const body = { ...this.shown, ...changes }
    this.shown = body
    this.#saving = this.#saving.then(() => this.#save(body))
  }

  async #save(body: Reminders): Promise<void> {
    try {
      const saved = await api.call('setReminders', { body })
      if (this.shown === body) this.shown = saved
      showToast(m.ui_saved(), 'success')
    } catch (error) {
      await showError(error)
      await this.load()
    }
  }
}
