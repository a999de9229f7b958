import { connectLive, type Live } from '@tegenzet/client'
import { session } from './session.svelte.ts'

let connection: Live | undefined
/** Whose cookie it was opened with: an account's number, null for nobody, undefined where it was not known yet. */
let owner: number | null | undefined

/**
 * This tab's one live connection, opened when first asked for, as whoever is logged in. Read it in an effect: when
 * somebody logs in or out, the effect runs again and gets the connection that belongs to them.
 */
export function live(): Live {
  const who = session.known ? (session.account?.id ?? null) : undefined
  if (connection && owner === undefined) owner = who
  if (connection && owner === who) return connection
  connection?.close()
  connection = connectLive()
  owner = who
  return connection
}
