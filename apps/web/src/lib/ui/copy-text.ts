import { m } from '@tegenzet/texts/messages'
import { showToast } from './toasts.svelte.ts'

/** Copies a text and says so. @returns false if the browser does not allow it, which is said too */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(m.ui_copied(), 'success')
    return true
  } catch {
    showToast(m.ui_copy_failed(), 'warning')
    return false
  }
}
