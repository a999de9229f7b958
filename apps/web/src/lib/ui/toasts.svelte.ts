import { announce } from './announcements.ts'

/** A short-lived message in a corner of the window. */
interface Toast {
  id: number
  text: string
  variant: 'info' | 'success' | 'warning'
  /** Makes the text a link. */
  href?: string
  /** Called when the reader dismisses it. */
  ondismiss?: () => void
  /** A button. */
  action?: { label: string; run: () => void }
  /** It has been shown in another place already, and does not arrive again. */
  moved?: boolean
}

const DURATION_MS = 7000

let last = 0
// Plain variables beside the reactive ones: the clean-up of an effect would read what those were before the change.
let all: readonly Toast[] = []
let places: readonly symbol[] = []
let current = $state.raw(all)
let place = $state.raw<symbol | null>(null)

function set(toasts: readonly Toast[]): void {
  all = toasts
  current = toasts
}

/** Reactive. */
export const getToasts = (): readonly Toast[] => current

/** Whether toasts are shown in this place. Reactive. @param candidate null: over the page */
export const showsToasts = (candidate: symbol | null): boolean => place === candidate

/**
 * Shows toasts in a place of their own, instead of over the page; call it in an effect. An open dialog goes before a
 * page, because what lies outside of it is covered and silent.
 * @returns the clean-up
 */
export function takeToasts(taken: symbol, isDialog: boolean): () => void {
  move(isDialog ? [...places, taken] : [taken, ...places])
  return () => move(places.filter((other) => other !== taken))
}

/** @param to the places that show toasts instead of the window, the one in charge last */
function move(to: readonly symbol[]): void {
  places = to
  place = to.at(-1) ?? null
  set(all.map((toast) => ({ ...toast, moved: true })))
}

/** Shows a toast for seven seconds. A warning stays until the reader dismisses it. @returns its id */
export function showToast(
  text: string,
  variant: Toast['variant'] = 'info',
  more: Pick<Toast, 'href' | 'ondismiss' | 'action'> = {},
): number {
  const id = ++last
  announce(text)
  set([...all.filter((toast) => toast.text !== text), { id, text, variant, ...more }])
  if (variant !== 'warning') setTimeout(() => dismissToast(id), DURATION_MS)
  return id
}

/** Dismisses the toasts that link to a page the reader has just opened. */
export function dismissToastsFor(href: string): void {
  set(all.filter((toast) => toast.href !== href || toast.variant === 'warning'))
}

export function dismissToast(id: number): void {
  set(all.filter((toast) => toast.id !== id))
}
