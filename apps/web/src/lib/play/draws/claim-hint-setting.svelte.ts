const KEY = 'claim-hint'

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

let enabled = $state(stored())

/** Whether the player wants a hint before a move gives up a possible claim. Reactive. */
export const wantsHint = (): boolean => enabled

export function setHint(want: boolean): void {
  enabled = want
  try {
    if (want) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
}
