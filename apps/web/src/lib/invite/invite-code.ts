const keyOf = (tournament: number | undefined): string =>
  tournament === undefined ? 'invitation' : `invitation tournament ${tournament}`

/** Path of the invitation page, with the code after the `#`. */
export function inviteHref(inviteUrl: string): string {
  const { pathname, hash } = new URL(inviteUrl)
  return pathname + hash
}

/**
 * Stores the code in this tab, so that it survives a login or registration without appearing in a URL.
 * @param tournament what it invites to; without it: a game
 */
export function storeInviteCode(code: string, tournament?: number): void {
  try {
    sessionStorage.setItem(keyOf(tournament), code)
  } catch {
    // The reader has to open the link again after logging in.
  }
}

export function storedInviteCode(tournament?: number): string {
  try {
    return sessionStorage.getItem(keyOf(tournament)) ?? ''
  } catch {
    return ''
  }
}
