/** Runs an action when the page has nothing else to do, after five seconds at the latest. */
export function whenIdle(action: () => void): void {
  // Safari cannot tell
  if ('requestIdleCallback' in globalThis) requestIdleCallback(action, { timeout: 5000 })
  else setTimeout(action, 1000)
}
