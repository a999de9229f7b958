import { connectLive, type Live } from '@tegenzet/client'
import { session } from './session.svelte.ts'

let connection: Live | undefined
/** The account it was opened for; null for a visitor, undefined while the session is loading. */
let owner: number | null | undefined

/**
 * The tab's one live connection, opened on first use with the session's cookie. Call it in an effect: after a login or
 * logout the effect runs again and gets a new connection.
 */
export function live(): Live {
  const account = session.loaded ? session.accountId : undefined
  if (connection && owner === undefined) owner = account
  if (connection && owner === account) return connection
  connection?.close()
  connection = connectLive()
  owner = account
  return connection
}
