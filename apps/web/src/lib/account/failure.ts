import { ApiError } from '@tegenzet/client'
import { goto } from '$app/navigation'
import { page } from '$app/state'
import { explain } from '$lib/api/explain.ts'
import { session } from '$lib/api/session.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { notify } from '$lib/ui/notices.svelte.ts'
import { withNext } from './next.ts'

/** Says what went wrong. Where the session has ended meanwhile, leads to logging in, and from there back here. */
export async function tellFailure(error: unknown): Promise<void> {
  if (error instanceof ApiError && error.code === 'unauthenticated') {
    const wasLoggedIn = session.account !== null
    session.forget()
    if (wasLoggedIn) notify(m.login_expired())
    await goto(withNext('/login', page.url))
  } else notify(explain(error), 'warn')
}
