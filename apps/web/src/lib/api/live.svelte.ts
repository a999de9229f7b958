import { connectLive, type Live } from '@tegenzet/client'
import { embeddedLogin, pageCursor } from './embedded-answers.ts'
import { session } from './session.svelte.ts'

/** After the server's return every page is connected again within five seconds, each at a moment of its own. */
const MAX_BACKOFF_MS = 4000

let connection: Live | undefined
let build = $state<string>()
/** Whom it was opened for; null for a visitor, undefined while the session is loading. */
let owner: string | null | undefined

/** The build of the client that the server has now; undefined while it has not said so. Reactive. */
export const serverBuild = (): string | undefined => build

/**
 * The tab's one live connection, opened on first use with the session's cookie. Call it in an effect: after a login, a
 * logout or a change of rights the effect runs again and gets a new connection.
 */
export function live(): Live {
  const receiver = session.loaded ? session.receiver : undefined
  if (connection && owner === undefined) owner = receiver
  if (connection && owner === receiver) return connection
  // answers in the page are those of the reader who opened it, who may have logged in or out since
  const isOpener = receiver === undefined || (receiver !== null) === embeddedLogin()
  const since = !connection && isOpener ? pageCursor() : undefined
  connection?.close()
  connection = connectLive({ since, maxBackoffMs: MAX_BACKOFF_MS })
  connection.onBuild((newest) => (build = newest))
  owner = receiver
  return connection
}
