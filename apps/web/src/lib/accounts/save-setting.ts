import { m } from '@tegenzet/texts/messages'
import { showError } from '$lib/ui/show-error.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** Changes a setting and shows a toast with the outcome. @returns whether it was saved */
export async function saveSetting(change: () => Promise<void>): Promise<boolean> {
  try {
    await change()
    showToast(m.ui_saved(), 'success')
    return true
  } catch (error) {
    await showError(error)
    return false
  }
}
