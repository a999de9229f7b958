interface Options {
  /** Reads the state whose change may remove the focused element. */
  changes: () => unknown
  hasFocus: () => boolean
  /** Where the focus goes instead of being lost. */
  restore: () => void
}

/** Restores the focus when a change of state removes the element that has it. Call it while a component is set up. */
export function keepFocus({ changes, hasFocus, restore }: Options): void {
  let hadFocus = false
  $effect.pre(() => {
    changes()
    hadFocus = hasFocus()
  })
  $effect(() => {
    changes()
    if (hadFocus && !hasFocus()) restore()
  })
}
