import type { Attachment } from 'svelte/attachments'

/**
 * Focuses another element when the focused one disappears from a part of the page, so that keyboard users need not
 * start again at the top.
 * @param target where the focus goes instead
 * @param options `preventScroll` where the reader is already looking at the target
 */
export const rescueFocus =
  (target: () => HTMLElement | null | undefined, options?: FocusOptions): Attachment<HTMLElement> =>
  (root) => {
    let focused: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      focused = target as Element
    }
    // Whoever clicks on something that takes no focus has left the element.
    const forget = () => {
      focused = null
    }
    const rescue = () => {
      if (!focused || document.activeElement !== document.body) return
      if (focused.isConnected && focused.checkVisibility()) return
      focused = null
      target()?.focus(options)
    }
    const observer = new MutationObserver(rescue)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['hidden', 'open'] })
    root.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      root.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }
