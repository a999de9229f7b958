/**
 * Loads the page again if the server can be reached. For scripts that could not be loaded: Chromium tries none of them a
 * second time while the page is open, and after an update the old ones are gone.
 */
export async function reloadIfReachable(): Promise<void> {
  const answer = await fetch('/api/v1/about', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}
