/** What the reader did on the board of the first view (apps/api/src/pages/first-view.ts). */
interface Early {
  path: string
  /** The points that were tapped. */
  taps: readonly string[]
  /** The point with the focus. */
  focused: string | undefined
}

let early: Early | null = null

/** Removes the first view. The page's first board takes over what was tapped on it. */
export function removeFirstView(): void {
  const view = document.querySelector('.first-view')
  const { activeElement } = document
  const focused = view?.contains(activeElement) ? (activeElement as HTMLElement).dataset.point : undefined
  early = { path: location.pathname, taps: globalThis.earlyTaps ?? [], focused }
  view?.remove()
}

/** @returns null if there is nothing to continue, also after the first call */
export function takeEarly(): Early | null {
  const taken = early?.path === location.pathname ? early : null
  early = null
  return taken
}
