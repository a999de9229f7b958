const KEY = 'join'
const MAX_AGE_MS = 3_600_000

/** An attachment of the links to register and log in: this tab remembers that the reader wants to join what the page shows. */
export function rememberJoin(links: Element): void {
  links.addEventListener('click', () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, at: Date.now() }))
    } catch {
      // They press the button that joins.
    }
  })
}

/** An attachment of the part with the button that joins: joins at once for a reader who has just registered to join. */
export const joinIfRemembered = (join: () => unknown) => (): void => {
  if (takeJoin()) join()
}

function takeJoin(): boolean {
  try {
    const { path, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    if (path !== location.pathname) return false
    sessionStorage.removeItem(KEY)
    return Date.now() - at < MAX_AGE_MS
  } catch {
    return false
  }
}
