/** A short-lived message in a corner of the window. */
export interface Toast {
  id: number
  text: string
  variant: 'info' | 'success' | 'warning'
  /** Makes the text a link. */
  href?: string
}

const DURATION_MS = 7000

let last = 0
let current = $state<Toast[]>([])
let places = $state(0)

/** Reactive. */
export const getToasts = (): readonly Toast[] => current

/** Whether the page has a place of its own for toasts. */
export const haveOwnPlace = (): boolean => places > 0

/** Shows toasts in a place of the page's own, instead of over it; call it in an effect. @returns the clean-up */
export function takeToasts(): () => void {
  places += 1
  return () => {
    places -= 1
  }
}

/** Shows a toast for seven seconds. A warning stays until the reader dismisses it. @returns its id */
export function showToast(text: string, variant: Toast['variant'] = 'info', href?: string): number {
  const id = ++last
  current = [...current.filter((toast) => toast.text !== text), { id, text, variant, href }]
  if (variant !== 'warning') setTimeout(() => dismissToast(id), DURATION_MS)
  return id
}

/** Dismisses the toasts that link to a page the reader has just opened. */
export function dismissToastsFor(href: string): void {
  current = current.filter((toast) => toast.href !== href || toast.variant === 'warning')
}

export function dismissToast(id: number): void {
  current = current.filter((toast) => toast.id !== id)
}
