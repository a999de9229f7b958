import type { Attachment } from 'svelte/attachments'

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled])'

/** Where an element was in a list. */
interface Place {
  element: HTMLElement
  /** Its row, the rows after it, then those before it, the nearest first. */
  rows: Element[]
  /** From the inside out. */
  ancestors: Element[]
  address: string
}

function placeOf(element: HTMLElement, root: Element): Place | null {
  const row = element.closest('li, tr')
  if (!row?.parentElement || !root.contains(row)) return null
  // of a long list only a window is drawn, and its rows go without being removed
  if (row.hasAttribute('aria-posinset')) return null
  const siblings = [...row.parentElement.children]
  const index = siblings.indexOf(row)
  const ancestors: Element[] = []
  for (
    let each: Element | null = row.parentElement;
    each && each !== root.parentElement;
    each = each.parentElement
  )
    ancestors.push(each)
  return {
    element,
    rows: [...siblings.slice(index), ...siblings.slice(0, index).reverse()],
    ancestors,
    address: location.href,
  }
}

/** The controls of the nearest row that is left, then the headings above the list. */
function* candidates({ rows, ancestors }: Place): Generator<HTMLElement> {
  for (const row of rows) if (row.isConnected) yield* row.querySelectorAll<HTMLElement>(FOCUSABLE)
  for (const ancestor of ancestors)
    if (ancestor.isConnected) yield* ancestor.querySelectorAll<HTMLElement>('h1, h2, h3')
}

/** Focuses the first of the elements that is not hidden. The row is where the reader is looking, so nothing scrolls. */
function focusFirst(elements: Iterable<HTMLElement>): void {
  for (const element of elements) {
    if (element.matches('h1, h2, h3')) element.tabIndex = -1
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}

/**
 * Moves the focus to the next row of a list when its row is removed, or to the heading of the list, so that users of
 * keyboards and screen readers need not start again at the top. Navigation to another page sets the focus by itself.
 */
export const rescueRowFocus: Attachment<HTMLElement> = (root) => {
  let place: Place | null = null
  const remember = ({ target }: FocusEvent) => {
    // a dialog about a row returns the focus to it
    if (target instanceof HTMLElement && !target.closest('dialog')) place = placeOf(target, root)
  }
  // Whoever clicks on something that takes no focus has left the row.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('dialog'))) place = null
  }
  const rescue = () => {
    if (!place || document.activeElement !== document.body || place.element.isConnected) return
    const removed = place
    place = null
    if (removed.address === location.href) focusFirst(candidates(removed))
  }
  const observer = new MutationObserver(rescue)
  observer.observe(root, { childList: true, subtree: true })
  root.addEventListener('focusin', remember)
  root.addEventListener('close', rescue, true)
  document.addEventListener('pointerdown', forget)
  return () => {
    observer.disconnect()
    root.removeEventListener('focusin', remember)
    root.removeEventListener('close', rescue, true)
    document.removeEventListener('pointerdown', forget)
  }
}
