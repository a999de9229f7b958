import { getLocale } from '$lib/i18n/locale.svelte.ts'
import { whenIdle } from '$lib/when-idle.ts'

/** Lets the site open without a connection from now on. Waits until the page has nothing else to do. */
export function registerServiceWorker(): void {
  // not in development
  if (typeof __LOCALE__ === 'undefined' || !('serviceWorker' in navigator)) return
  const later = () => whenIdle(() => setTimeout(register, 1000))
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
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
