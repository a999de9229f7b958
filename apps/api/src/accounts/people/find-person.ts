import type { Player } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import type { Tx } from '../../store/transaction.ts'
import { currentKey } from '../names/former-names.ts'

/** A player by name, in any case, also by a former one. Players whose account is closed are found only with `closed`. */
export async function findPerson(
  tx: Tx,
  username: string,
  { closed = false }: { closed?: boolean } = {},
): Promise<Result<Player, Refusal>> {
  const player = await tx.player.findUnique({
    where: { usernameKey: await currentKey(tx, username) },
    ...PLAYER,
  })
  return player && (closed || player.kind !== 'closed')
    ? ok(player)
    : refuse('not-found', `There is no player ${username}.`)
}
