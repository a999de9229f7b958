import { m } from '@tegenzet/texts/messages'
import { reloadIfReachable } from './ui/reload-if-reachable.ts'
import { showToast } from './ui/toasts.svelte.ts'

/**
 * Errors of scripts that a page loads when they are needed and that were not there: the connection is lost, or the site has
 * been updated.
 */
const missing = new WeakSet<object>()
let outdated = $state(false)

/** Whether a part of the page could not be loaded. */
export const isMissingPart = (error: unknown): boolean => error instanceof Object && missing.has(error)

/** What went wrong in a worker. A script that it could not load is a missing part of the page. */
export function workerError(event: Event): Error {
  if (event instanceof ErrorEvent) return event.error ?? new Error(event.message)
  const error = new Error('a worker could not be loaded')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  return error
}

/** Why a part is missing, and what to do. Reactive: whether there is a new version is known a moment later. */
export const missingPartMessage = (): string => (outdated ? m.ui_new_version() : m.ui_part_missing())

/** Says why something is missing, with a button that loads the page again. */
export function offerReload(): void {
  showToast(missingPartMessage(), 'warning', { action: { label: m.ui_reload(), run: reloadIfReachable } })
}

/** The server has another build than this page: offers to load it. What the reader is doing goes on. */
export function offerNewBuild(): void {
  outdated = true
  offerReload()
}

/** Whether the page is known to be of an earlier build. Reactive. */
export const isOutdated = (): boolean => outdated

/**
 * Offers to load the page again when a part of it is missing and nobody else says so, as `{#await import(…) then …}`
 * does not; call it in an effect.
 * @param check asks the server whether there is a new version
 * @returns the clean-up
 */
export function followMissingParts(check: () => Promise<boolean>): () => void {
  const look = async () => {
    outdated = await check()
  }
  const remember = ({ payload }: VitePreloadErrorEvent) => {
    missing.add(payload)
    look()
  }
  const tell = async (event: PromiseRejectionEvent) => {
    if (!isMissingPart(event.reason)) return
    event.preventDefault()
    await look()
    offerReload()
  }
  window.addEventListener('vite:preloadError', remember)
  window.addEventListener('unhandledrejection', tell)
  return () => {
    window.removeEventListener('vite:preloadError', remember)
    window.removeEventListener('unhandledrejection', tell)
  }
}
