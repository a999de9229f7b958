import type { Player } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'

/** A player by name, in any case. Players whose account is closed are found only with `closed`. */
export async function findPerson(
  tx: Tx,
  username: string,
  { closed = false }: { closed?: boolean } = {},
): Promise<Result<Player, Refusal>> {
  const player = await tx.player.findUnique({
    where: { usernameKey: username.toLowerCase() },
    select: { id: true, username: true, kind: true },
  })
  return player && (closed || player.kind !== 'closed')
    ? ok(player)
    : refuse('not-found', `There is no player ${username}.`)
}
