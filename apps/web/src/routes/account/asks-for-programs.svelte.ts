import { page } from '$app/state'
import { session } from '$lib/api/session.svelte.ts'

/** The pages of the account that are for programs. The first is linked from the foot of every page. */
const PATHS = [
  '/account/programs',
  '/account/tokens',
  '/account/connected',
  '/account/apps',
  '/account/webhooks',
]
const KEY = 'programs'

function hasAsked(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Whether the reader is a bot or has looked at one of these pages on this device. Reactive. */
export function asksForPrograms(): boolean {
  if (session.account?.kind === 'bot') return true
  if (!PATHS.some((path) => page.url.pathname.startsWith(path))) return hasAsked()
  try {
    localStorage.setItem(KEY, '')
  } catch {
    // Without storage the links are there on these pages only.
  }
  return true
}
