const KEY = 'invitation'

/** The page of ours that a link of an invitation leads to, with its code after the `#`. */
export function inviteHref(inviteUrl: string): string {
  const { pathname, hash } = new URL(inviteUrl)
  return pathname + hash
}

/** Remembers it in this tab: who logs in or registers on the way comes back without it in any address. */
export function keepCode(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Then the link is opened once more.
  }
}

export function keptCode(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
