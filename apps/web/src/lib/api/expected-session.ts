const KEY = 'logged-in'

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Whether somebody was logged in when this device last opened the site. A guess to draw with until the server has answered. */
export const expectsSession: boolean = read()

export function rememberSession(loggedIn: boolean): void {
  try {
    if (loggedIn) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the first picture may be wrong.
  }
}
