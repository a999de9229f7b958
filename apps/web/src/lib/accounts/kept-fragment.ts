/**
 * Keeps what the address of a page has after the `#` while the browser is at the provider. It may be a secret, so it does
 * not go through servers. Without storage it is lost.
 */
export function keepFragment(page: 'login' | 'register', hash: string): void {
  try {
    if (hash) sessionStorage.setItem(keyOf(page), hash)
  } catch {
    // storage is blocked
  }
}

/** @returns the fragment with its `#`; empty: none was kept */
export function takeFragment(page: 'login' | 'register'): string {
  try {
    const hash = sessionStorage.getItem(keyOf(page)) ?? ''
    sessionStorage.removeItem(keyOf(page))
    return hash
  } catch {
    return ''
  }
}

const keyOf = (page: string) => `fragment of ${page}`
