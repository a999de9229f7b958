import { getLocale } from '$lib/i18n/locale.svelte.ts'

/** Lets the site open without a connection from now on. Waits until the page has nothing else to do. */
export function registerServiceWorker(): void {
  // not in development
  if (typeof __LOCALE__ === 'undefined' || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') whenIdle(register)
  else addEventListener('load', () => whenIdle(register), { once: true })
}

const whenIdle = (action: () => void): void => {
  // Safari cannot tell
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(() => setTimeout(action, 1000), { timeout: 5000 })
  else setTimeout(action, 2000)
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ locale: getLocale() })
  } catch {
    // The browser refuses, for instance in a private window. The site works without.
  }
}
