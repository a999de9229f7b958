const KEY = 'invitation'

/** Path of the invitation page, with the code after the `#`. */
export function inviteHref(inviteUrl: string): string {
  const { pathname, hash } = new URL(inviteUrl)
  return pathname + hash
}

/** Stores the code in this tab, so that it survives a login or registration without appearing in a URL. */
export function storeInviteCode(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // The reader has to open the link again after logging in.
  }
}

export function storedInviteCode(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
