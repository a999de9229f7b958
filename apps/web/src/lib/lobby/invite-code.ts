const keyOf = (to: string | undefined): string => (to === undefined ? 'invitation' : `invitation ${to}`)

/** Path of the invitation page, with the code after the `#`. */
export function inviteHref(inviteUrl: string): string {
  const { pathname, hash } = new URL(inviteUrl)
  return pathname + hash
}

/**
 * Stores the code in this tab, so that it survives a login or registration without appearing in a URL.
 * @param to what it invites to: `tournament 12`, `club mill-town`; without it: a game
 */
export function storeInviteCode(code: string, to?: string): void {
  try {
    sessionStorage.setItem(keyOf(to), code)
  } catch {
    // The reader has to open the link again after logging in.
  }
}

export function storedInviteCode(to?: string): string {
  try {
    return sessionStorage.getItem(keyOf(to)) ?? ''
  } catch {
    return ''
  }
}
