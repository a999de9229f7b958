const KEY = 'claim-hint'

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

let wanted = $state(stored())

/** Whether a player is told before a move gives up a possible claim; reactive. */
export const wantsHint = (): boolean => wanted

export function setHint(want: boolean): void {
  wanted = want
  try {
    if (want) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Not remembered, then.
  }
}
