import { embeddedLogin } from './embedded-answers.ts'

const KEY = 'logged-in'

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/**
 * Whether somebody is logged in: as the page says, or else when this device last opened the site. To draw with until the session
 * is loaded.
 */
export const expectsSession = (): boolean => embeddedLogin() ?? read()

export function rememberSession(loggedIn: boolean): void {
  try {
    if (loggedIn) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the first picture may be wrong.
  }
}
