import { goto } from '$app/navigation'
import { navigating, page } from '$app/state'

/**
 * For a navigation at the end of something slow. Call it at the start.
 * @returns a `goto` that does nothing if the user has left the page in the meantime or is just leaving it
 */
export function gotoFromHere(): (href: string) => Promise<void> {
  const { pathname } = page.url
  return async (href) => {
    const { url } = navigating.to ?? page
    if (url.pathname === pathname) await goto(href)
  }
}
