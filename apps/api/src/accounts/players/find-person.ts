import { ok, type Result } from '@tegenzet/common'
import type { Player } from '@tegenzet/contract'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import type { Db } from '../../store/transaction.ts'
import { currentKey } from '../names/former-names.ts'

/**
 * Finds a player by name, also by a former one, in upper or lower case. Players whose account is closed are found only with
 * `closed`.
 */
export async function findPerson(
  db: Db,
  username: string,
  { closed = false }: { closed?: boolean } = {},
): Promise<Result<Player, Refusal>> {
  const player = await findPlayer(db, username)
  return player && (closed || player.kind !== 'closed')
    ? ok(player)
    : refuse('not-found', `There is no player ${username}.`)
}

/** The id of the player who has a name, or had it, in upper or lower case. */
export const findPlayerId = async (db: Db, username: string): Promise<number | undefined> =>
  (await findPlayer(db, username))?.id

/** The player who has a name, or had it: nobody else ever gets it. */
async function findPlayer(db: Db, username: string): Promise<Player | null> {
  const withKey = (usernameKey: string) => db.player.findUnique({ where: { usernameKey }, ...PLAYER })
  const key = username.toLowerCase()
  const player = await withKey(key)
  if (player) return player
  const current = await currentKey(db, username)
  return current === key ? null : withKey(current)
}
