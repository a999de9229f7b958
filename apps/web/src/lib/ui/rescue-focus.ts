import type { Attachment } from 'svelte/attachments'

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex="0"]'
const HEADING = 'h1, h2, h3, h4, legend'
/** What lies over a page. When it goes, the focus returns to what had it before. */
const OVERLAY = 'dialog, .toasts'

/** An element on the way up from the focused one, with what was beside it. */
interface Level {
  node: Element
  parent: Element
  before: Element[]
  after: Element[]
}

/** Where the focus was. */
interface Place {
  element: HTMLElement
  overlay: Element | null
  /** From the inside out, as far as the overlay or the main part of the page. */
  levels: Level[]
}

/** The place on the page, and those on what lies over it, the top one last. */
let places: Place[] = []

type Target = () => HTMLElement | null | undefined
const targets = new WeakMap<Element, { target: Target; options: FocusOptions | undefined }>()

/** Says where the focus goes when the focused element disappears from this part of a page, unless it was in a row of a list. */
export const focusAfterwards =
  (target: Target, options?: FocusOptions): Attachment<HTMLElement> =>
  (part) => {
    targets.set(part, { target, options })
  }

/** Leaves the focus to the page that a navigation leads to. */
export function forgetFocus(): void {
  places = []
}

/**
 * Focuses what is nearest when the focused element disappears, so that users of keyboards and screen readers need not start
 * again at the top: another row of its list, what `focusAfterwards` says, or else what took its place or is beside it.
 * Call it in an effect. @returns the clean-up
 */
export function rescueFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const place = placeOf(target)
    const index = places.findIndex(({ overlay }) => overlay === place.overlay)
    places = [...(index < 0 ? places.filter(isOpen) : places.slice(0, index)), place]
  }
  // Whoever clicks on something that takes no focus has left the element.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(OVERLAY))) forgetFocus()
  }
  const rescue = (mutations: MutationRecord[] = []) => {
    const last = places.at(-1)
    if (!last) return
    const isLost = !isOpen(last) || !isUsable(last.element)
    // An element that is hidden or disabled keeps the focus until the next frame.
    if (isLost && last.element === document.activeElement) requestAnimationFrame(() => setTimeout(rescue))
    if (document.activeElement !== document.body) return
    if (!isLost && !mutations.some((mutation) => isMoved(mutation, last.element))) return
    const left = places.filter(isOpen).reverse()
    places = []
    for (const place of left) if (returnTo(place)) return
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(rescue)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden', 'disabled', 'open'],
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget)
    forgetFocus()
  }
}

const isOpen = ({ overlay }: Place): boolean =>
  !overlay || (overlay.isConnected && overlay.matches(':not(dialog), [open]'))

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** Whether an element was put at another place of the page, as the row of a list that is sorted again: it loses the focus. */
const isMoved = ({ addedNodes }: MutationRecord, element: HTMLElement): boolean =>
  [...addedNodes].some((node) => node.contains(element))

function placeOf(element: HTMLElement): Place {
  const overlay = element.closest(OVERLAY)
  const top = overlay ?? element.closest('main') ?? document.body
  const levels: Level[] = []
  for (let node: Element = element; node !== top && node.parentElement; node = node.parentElement) {
    const siblings = [...node.parentElement.children]
    const index = siblings.indexOf(node)
    const [before, after] = [siblings.slice(0, index).reverse(), siblings.slice(index + 1)]
    levels.push({ node, parent: node.parentElement, before, after })
  }
  return { element, overlay, levels }
}

/** @returns whether something has the focus now */
function returnTo({ element, overlay, levels }: Place): boolean {
  if (isUsable(element)) return focusFirst([element], overlay)
  const row = levels.findIndex(({ node }) => node.matches('li, tr'))
  // of a long list only a window is drawn, and its rows go without being removed
  if (levels[row]?.node.hasAttribute('aria-posinset')) return true
  if (focusFirst(besides(levels.slice(0, row + 1)), overlay)) return true
  for (const { node } of levels) {
    const wanted = targets.get(node)
    wanted?.target()?.focus(wanted.options)
    if (document.activeElement !== document.body) return true
  }
  return focusFirst(besides(levels), overlay)
}

/** What took the place of an element or was beside it, then the headings of what it was in, from the inside out. */
function* besides(levels: Level[]): Generator<HTMLElement> {
  for (const { node, parent, before, after } of levels) {
    if (!parent.isConnected) continue
    const known = new Set([node, ...before, ...after])
    const fresh = [...parent.children].filter((child) => !known.has(child))
    // whoever was in a section that is gone looks for its page, not for the next section
    const siblings = node.matches('section, article') ? [] : [...after, ...before]
    for (const sibling of [node, ...fresh, ...siblings]) {
      if (sibling.isConnected && sibling.matches(FOCUSABLE)) yield sibling as HTMLElement
      if (sibling.isConnected) yield* sibling.querySelectorAll<HTMLElement>(FOCUSABLE)
    }
    yield* parent.querySelectorAll<HTMLElement>(HEADING)
  }
}

/** Focuses the first of the elements that is not hidden. It is where the reader is looking, so nothing scrolls. */
function focusFirst(elements: Iterable<HTMLElement>, overlay: Element | null): boolean {
  for (const element of elements) {
    if (element.closest(OVERLAY) !== overlay) continue
    if (element.matches(HEADING)) element.tabIndex = -1
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return true
  }
  return false
}
