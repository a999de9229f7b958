import { ApiError } from '@tegenzet/client'
import { m } from '@tegenzet/texts/messages'
import { goto } from '$app/navigation'
import { page } from '$app/state'
import { errorMessage } from '$lib/api/error-message.ts'
import { session } from '$lib/api/session.svelte.ts'
import { isMissingPart, offerReload } from '$lib/missing-parts.svelte.ts'
import { withNext } from '$lib/navigation/login-redirect.ts'
import { showToast } from './toasts.svelte.ts'

/** Shows the error as a toast. If the session has ended, goes to the login page, which leads back here. */
export async function showError(error: unknown): Promise<void> {
  if (error instanceof ApiError && error.code === 'unauthenticated') {
    const wasLoggedIn = session.account !== null
    session.clear()
    if (wasLoggedIn) showToast(m.account_login_expired())
    await goto(withNext('/login', page.url))
  } else if (isMissingPart(error)) offerReload()
  else showToast(errorMessage(error), 'warning')
}
