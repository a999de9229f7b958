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
    let focused: HTMLElement | null = null
    /** What had the focus before the dialog that has it. */
    let opener: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      const element = target as HTMLElement
      if (element.closest('dialog') && !focused?.closest('dialog')) opener = focused
      focused = element
    }
    // Whoever clicks on something that takes no focus has left the element.
    const forget = () => {
      focused = null
    }
    const rescue = () => {
      if (!focused || document.activeElement !== document.body) return
      if (focused.isConnected && focused.checkVisibility()) return
      // a dialog gives the focus back to what opened it
      if (focused.closest('dialog')) opener?.focus(options)
      focused = null
      if (document.activeElement === document.body) target()?.focus(options)
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
