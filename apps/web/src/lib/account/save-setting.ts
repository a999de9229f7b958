import { m } from '@tegenzet/texts/messages'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { showError } from './show-error.ts'

/** Changes a setting and shows a toast with the outcome. */
export async function saveSetting(change: () => Promise<void>): Promise<void> {
  try {
    await change()
    showToast(m.ui_saved(), 'success')
  } catch (error) {
    await showError(error)
  }
}
